import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { blackPng, deepPng, onePixel } from '../../../tests/pictures.ts'
import { readImages as readImagesOf } from './question-images.ts'

const readImages = (images: Parameters<typeof readImagesOf>[0]) => readImagesOf(images, 'guest 192.0.2.1')
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '48/1 8/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '11/1 34/1 0/1',
}
const photo = () =>
  picture()
    .withExif({ IFD0: { Make: 'SecretCamera', Artist: 'A Person' }, IFD3: gps })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')

describe('readImages', () => {
  it.each([
    ['image/png', async () => picture().png().toBuffer()],
    ['image/jpeg', async () => picture().jpeg().toBuffer()],
    ['image/webp', async () => picture().webp().toBuffer()],
    ['image/gif', async () => onePixel],
  ])('tells %s by its bytes, whatever was claimed', async (type, make) => {
    const images = [{ mime_type: 'text/html', data: base64(await make()), name: 'x' }]
    expect(await readImages(images)).toMatchObject([{ mimeType: type, name: 'x' }])
  })

  it('accepts a data address', async () => {
    const [image] = await readImages([{ data: `data:image/gif;base64,${base64(onePixel)}` }])
    expect(image).toMatchObject({ mimeType: 'image/gif' })
  })

  it.each([
    ['SVG', base64('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that begins like nothing', base64('<!doctype html>')],
    ['the first bytes of an image alone', base64('GIF89a......')],
    ['a JPEG that begins a page', base64(Buffer.from('\u00FF\u00D8\u00FF<!doctype html>', 'latin1'))],
    ['nothing', ''],
  ])('refuses %s with 415', async (_what, data) => {
    await expect(readImages([{ mime_type: 'image/png', data }])).rejects.toMatchObject({ status: 415 })
  })

  it('refuses more than 5 MB with 413', async () => {
    const data = base64(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5 * 1024 * 1024)]))
    await expect(readImages([{ data }])).rejects.toMatchObject({ status: 413 })
  })

  it.each(['jpeg', 'png', 'webp'] as const)('strips camera, place and person from a %s', async (format) => {
    const bytes = await photo().toFormat(format).toBuffer()
    expect(bytes.toString('latin1')).toMatch(/SecretCamera/u)
    const [image] = await readImages([{ data: base64(bytes) }])
    const kept = Buffer.from(image?.bytes ?? [])
    expect(kept.toString('latin1')).not.toMatch(/Secret|A Person|Exif|xmp/u)
    const { exif, xmp, iptc, icc, comments } = await sharp(kept).metadata()
    expect([exif, xmp, iptc, icc, comments]).toEqual(Array.from({ length: 5 }))
  })

  it('strips comments and the program from a GIF, and keeps its frames', async () => {
    const frames = await Promise.all(['red', 'blue'].map((background) => gifFrame(background)))
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('Secret'), Buffer.from([0])])
    // A comment stands before the trailer.
    const bytes = Buffer.concat([animated.subarray(0, -1), comment, animated.subarray(-1)])
    const [image] = await readImages([{ data: base64(bytes) }])
    expect(Buffer.from(image?.bytes ?? []).toString('latin1')).not.toContain('Secret')
    expect((await sharp(image?.bytes).metadata()).pages).toBe(2)
  })

  it('turns a photo upright before it forgets how it was held', async () => {
    const bytes = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const [image] = await readImages([{ data: base64(bytes) }])
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ width: 20, height: 40 })
  })

  it('scales an image down to 2048 pixels a side', async () => {
    const [image] = await readImages([{ data: base64(await picture(4096, 1000).png().toBuffer()) }])
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ width: 2048, height: 500 })
  })

  it('refuses 30,000 × 30,000 pixels with 413 before it decodes them', async () => {
    const data = base64(blackPng(30_000, 30_000))
    const { rss } = process.memoryUsage()
    const started = performance.now()
    await expect(readImages([{ data }])).rejects.toMatchObject({ status: 413 })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * 1024 * 1024)
  })
})

describe('readImages under load', () => {
  it.each([
    ['a row of 50 million pixels', () => blackPng(50_000_000, 1)],
    ['a column of 40,000 pixels', () => blackPng(1, 40_000)],
    ['49 million pixels of 16 bits with transparency', () => deepPng(7000, 7000)],
  ])('refuses %s with 413 before it is decoded', async (_what, make) => {
    const data = base64(make())
    const { rss } = process.memoryUsage()
    await expect(readImages([{ data }])).rejects.toMatchObject({ status: 413 })
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * 1024 * 1024)
  })

  it("keeps one sender's image from waiting behind many of another", async () => {
    const large = base64(await picture(3000, 3000).png().toBuffer())
    const small = base64(onePixel)
    const ended: string[] = []
    const send = async (sender: string, data: string) => {
      await readImagesOf([{ data }], sender)
      ended.push(sender)
    }
    const many = Array.from({ length: 8 }, () => send('guest 192.0.2.1', large))
    await Promise.all([...many, send('guest 192.0.2.2', small)])
    expect(ended.indexOf('guest 192.0.2.2')).toBeLessThan(4)
  })
})

async function gifFrame(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .gif()
    .toBuffer()
}
