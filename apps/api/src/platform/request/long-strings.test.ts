import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LongStrings } from './long-strings.ts'

async function read(text: string, chunkBytes: number): Promise<{ value: unknown; shortBytes: number }> {
  const bytes = Buffer.from(text)
  const strings = new LongStrings()
  for (let at = 0; at < bytes.length; at += chunkBytes) strings.push(bytes.subarray(at, at + chunkBytes))
  const short = strings.short()
  return { value: await strings.restore(JSON.parse(short.toString())), shortBytes: short.length }
}

const long = fc.constantFrom('A'.repeat(70_000), 'é'.repeat(40_000), `${'a\\'.repeat(35_000)}"`)

describe('a body with long strings', () => {
  it('is read as JSON.parse reads it, wherever it is cut', async () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const body = fc.record({
      before: value,
      list: fc.array(fc.oneof(long, value), { maxLength: 4 }),
      after: value,
    })
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 90_000 }), async (given, chunkBytes) => {
        const text = JSON.stringify(given)
        expect((await read(text, Math.max(chunkBytes, Math.ceil(text.length / 2000)))).value).toEqual(
          JSON.parse(text),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('is parsed without them', async () => {
    const body = { text: 'x', images: ['A'.repeat(5_000_000), 'B'.repeat(5_000_000)] }
    const { value, shortBytes } = await read(JSON.stringify(body), 65_536)
    expect(value).toEqual(body)
    expect(shortBytes).toBeLessThan(1000)
  })

  it('keeps a long own property named __proto__', async () => {
    const { value } = await read(`{"__proto__":"${'A'.repeat(70_000)}"}`, 10_000)
    expect(Object.keys(Object(value))).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('is refused with a control character, and with a string beyond 8 MB', async () => {
    const broken = `{"text":"${'A'.repeat(70_000)}\n"}`
    await expect(read(broken, 65_536)).rejects.toMatchObject({ code: 'malformed' })
    const endless = JSON.stringify({ text: 'A'.repeat(9_000_000) })
    await expect(read(endless, 65_536)).rejects.toMatchObject({ code: 'invalid' })
  })
})
