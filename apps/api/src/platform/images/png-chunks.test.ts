import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { onlyPicture } from './png-chunks.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

it('leaves out the texts of a PNG, which decoders unpack, and keeps its picture', async () => {
  const picture = await sharp({ create: { width: 9, height: 7, channels: 4, background: '#80c0ff40' } })
    .png()
    .toBuffer()
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1_000_000))])
  // Behind the header.
  const header = 8 + 25
  const given = Buffer.concat([
    picture.subarray(0, header),
    chunk('zTXt', text),
    chunk('iTXt', text),
    chunk('tEXt', text),
    picture.subarray(header),
  ])
  expect(given.includes('zTXt')).toBe(true)
  const found = Buffer.from(onlyPicture(given))
  for (const type of ['zTXt', 'iTXt', 'tEXt']) expect(found.includes(type)).toBe(false)
  expect(await sharp(found).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())
})

it.each([0, 7, 8, 20, 40])('reads no further than a PNG that ends after %i bytes', async (length) => {
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(onlyPicture(picture.subarray(0, length)).length).toBeLessThanOrEqual(length)
})
