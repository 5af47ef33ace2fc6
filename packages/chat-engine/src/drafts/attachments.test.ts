// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createMemoryStorage, startEngine } from '../testing/start-engine.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const WEBP = [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50]

function file(name: string, start: number[], size = 16) {
  const bytes = new Uint8Array(size)
  bytes.set(start)
  return new File([bytes], name, { type: 'text/plain' })
}

describe('attach', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', [0xff, 0xd8, 0xff]],
    ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['image/webp', WEBP],
  ])('tells %s by its bytes, whatever its name', async (mimeType, start) => {
    const test = await startEngine()
    const key = test.selectedKey()
    expect(await test.engine.attach(key, [file('a.txt', start)])).toEqual([])
    const [image] = test.engine.draft(key).get().images
    expect(image).toMatchObject({ mimeType, name: 'a.txt' })
    expect(Buffer.from(image?.data ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from(start.slice(0, 3)))
  })

  it('refuses what is no image, what is too large and what is one too many, each by name', async () => {
    const test = await startEngine({}, { limits: { images: 2, imageBytes: 1024 * 1024 } })
    const key = test.selectedKey()
    const refusals = await test.engine.attach(key, [
      file('evil.png', [0x3c, 0x73, 0x76, 0x67]),
      file('large.png', PNG, 1024 * 1024 + 1),
      file('third.png', PNG),
    ])
    expect(refusals).toEqual([
      { name: 'third.png', reason: 'count', text: 'Attach at most 2 images.' },
      { name: 'evil.png', reason: 'type', text: 'evil.png is not a PNG, JPEG, WebP or GIF image.' },
      { name: 'large.png', reason: 'size', text: 'large.png is larger than 1 MB.' },
    ])
    expect(test.engine.draft(key).get()).toMatchObject({ images: [], pending: [] })
  })

  it('makes an image smaller with the tools that it is given, and says so meanwhile', async () => {
    let shrink: (image: Blob) => void = () => undefined
    const limits: unknown[] = []
    const imageTools = {
      shrink: (_: Blob, limit: object) =>
        new Promise<Blob>((resolve) => {
          limits.push(limit)
          shrink = resolve
        }),
    }
    const test = await startEngine({}, { imageTools })
    const key = test.selectedKey()
    const attached = test.engine.attach(key, [file('a.png', PNG, 6 * 1024 * 1024)])
    await expect.poll(() => test.engine.draft(key).get().pending).toMatchObject([{ progress: 'shrinking' }])
    shrink(new Blob([new Uint8Array(WEBP)]))
    expect(await attached).toEqual([])
    expect(limits).toEqual([{ maxPixels: 2048, maxBytes: 5 * 1024 * 1024 }])
    expect(test.engine.draft(key).get()).toMatchObject({ images: [{ mimeType: 'image/webp' }], pending: [] })
  })

  it('tells of a file that cannot be read', async () => {
    const imageTools = { shrink: () => Promise.reject(new Error('broken')) }
    const test = await startEngine({}, { imageTools })
    const refusals = await test.engine.attach(test.selectedKey(), [file('a.png', PNG)])
    expect(refusals).toMatchObject([{ reason: 'unreadable', text: 'a.png could not be read.' }])
  })

  it('keeps images and text over a reload', async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    const before = await startEngine({}, { storage })
    await before.engine.attach(before.selectedKey(), [file('a.png', PNG), file('b.png', PNG)])
    before.engine.setDraft(before.selectedKey(), { text: 'See' })
    before.engine.removeImage(before.selectedKey(), 0)
    before.clock.advance(300)
    const after = await startEngine({}, { storage })
    expect(after.engine.draft(after.selectedKey()).get()).toMatchObject({
      text: 'See',
      images: [{ name: 'b.png', mimeType: 'image/png' }],
      pending: [],
    })
  })
})
