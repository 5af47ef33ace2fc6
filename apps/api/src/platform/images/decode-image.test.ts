import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decodeImage } from './decode-image.ts'
import type { ImageType } from './image-type.ts'

const decode = (mimeType: ImageType, bytes: Uint8Array) =>
  decodeImage({ mimeType, bytes }, 'sender', async (open) => (await open(8).png().toBuffer()).length)

function gifOf(frames: number): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

async function webpOf(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#888' } })
    .webp({ lossless: true })
    .toBuffer()
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
  }
  // Position, size less one, duration and flags; then the picture without the head of its file.
  const frame = chunk(
    'ANMF',
    Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), still.subarray(12)]),
  )
  const animated = Buffer.from([0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const chunks = [chunk('VP8X', animated), chunk('ANIM', Buffer.alloc(6))]
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), ...chunks, ...Array.from({ length: frames }, () => frame)]),
  )
}

it('of a thousand frames is read', async () => {
  expect(await decode('image/gif', gifOf(1000))).toBeGreaterThan(0)
  expect(await decode('image/webp', await webpOf(1000))).toBeGreaterThan(0)
})

it('of more frames is refused before its frames are decoded', async () => {
  const refused = { code: 'unsupported_media_type' }
  await expect(decode('image/gif', gifOf(1001))).rejects.toMatchObject(refused)
  await expect(decode('image/webp', await webpOf(1001))).rejects.toMatchObject(refused)
})
