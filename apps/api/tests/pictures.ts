import { crc32, deflateSync } from 'node:zlib'

/** A GIF of one pixel, which stays as it is when the server encodes it anew. */
export const onePixel = Buffer.from(
  'R0lGODlhAQABAIEAAExpcUxpcQAAAP///yH5BAUAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

/** A PNG with one bit a pixel, all black, which takes 100 KB for 30,000 × 30,000 pixels. */
export function blackPng(width: number, height: number): Buffer {
  return png({ width, height, depth: 1, colorType: 0 }, (Math.ceil(width / 8) + 1) * height)
}

/** The beginning of a PNG with transparency and 16 bits a sample: a whole header, and one byte of pixels. */
export function deepPng(width: number, height: number): Buffer {
  return png({ width, height, depth: 16, colorType: 6 }, 1)
}

interface PngHeader {
  width: number
  height: number
  /** Bits of a sample. */
  depth: number
  /** 0 for grey, 6 for red, green, blue and transparency. */
  colorType: number
}

function png({ width, height, depth, colorType }: PngHeader, zeros: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colorType
  const rows = deflateSync(Buffer.alloc(zeros))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
