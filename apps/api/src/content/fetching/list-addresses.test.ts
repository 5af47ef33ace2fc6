import { expect, it } from 'vitest'
import { listAddresses } from './list-addresses.ts'

const address = 'https://a.example/sitemap.xml'

function list(text: string): Promise<string[]> {
  const bytes = Buffer.from(text)
  const found = { status: 200, address, type: 'application/xml', bytes }
  return listAddresses({ kind: 'sitemap', address }, { fetch: () => Promise.resolve(found) })
}

it('finds each address of a large sitemap once, wherever it stands', async () => {
  const element = (n: number) => `<loc>https://a.example/${n}</loc>`
  for (const shift of [0, 1, 5, 20, 30]) {
    const filler = ' '.repeat(199_990 + shift)
    const text = `${element(1)}${' '.repeat(199_970 + shift)}${element(2)}${filler}${element(3)}`
    expect(await list(text)).toEqual([1, 2, 3].map((n) => `https://a.example/${n}`))
  }
})

it('yields to the event loop while it searches a sitemap without an end', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const text = `<loc>${'a'.repeat(3990)}`.repeat(5000)
  await expect(list(text)).rejects.toMatchObject({ reason: 'no_text' })
  isOver = true
  // At once, it would take two or three turns.
  expect(turns).toBeGreaterThan(8)
})

it('leaves out addresses that no article can have', async () => {
  const locations = ['/a\0b', `/${'a'.repeat(2000)}`, '/c'].map(
    (path) => `<loc>https://a.example${path}</loc>`,
  )
  expect(await list(locations.join(''))).toEqual(['https://a.example/c'])
})
