import { describe, expect, it } from 'vitest'
import { seededRandom, wordsOf } from '../../../tests/generated-content.ts'
import { longestStep } from '../../../tests/measurement/longest-step.ts'
import { toBytes, toUnit } from '../embeddings/vector-bytes.ts'
import { bm25 } from './bm25.ts'
import { averageLengthOf, type IndexRow, MemoryIndex } from './memory-index.ts'
import { spaceOf } from './search-spaces.ts'

const space = spaceOf('passage', 'und')

function generateRows(count: number, firstDoc: number, random: () => number): IndexRow[] {
  return Array.from({ length: count }, (_, index) => ({
    doc: firstDoc + index,
    ref: `ref-${firstDoc + index}`,
    space,
    author: `Author ${index % 3}`,
    words: [2, 3, 20 + Math.floor(random() * 40)]
      .map((length) => wordsOf(random, length).join(' '))
      .join('|'),
  }))
}

function indexOf(rows: readonly IndexRow[]): MemoryIndex {
  const index = new MemoryIndex()
  for (const row of rows) index.add(row)
  return index
}

/** The weight of each term by its stem, as an index numbers it. */
function termsOf(index: MemoryIndex, weights: Readonly<Record<string, number>>): Map<number, number> {
  const own = index.space(space)
  return new Map(
    Object.entries(weights).flatMap(([stem, weight]) => {
      const found = own && index.lookUp(own, stem)
      return found === undefined ? [] : [[found.term, weight]]
    }),
  )
}

const row = (doc: number, words: string, author = ''): IndexRow => ({
  doc,
  ref: `ref-${doc}`,
  space,
  author,
  words,
})

describe('MemoryIndex', () => {
  it('orders documents as BM25 of every document does', async () => {
    const rows = generateRows(300, 1, seededRandom(3))
    const index = indexOf(rows)
    const stems = new Set(wordsOf(seededRandom(9), 12))
    const weights = Object.fromEntries([...stems].map((stem, index) => [stem, 0.7 + index * 0.9]))
    const own = index.space(space)
    const average = own === undefined ? 0 : averageLengthOf(own)
    const expected = rows
      .map(({ doc, words }) => {
        const [title = [], heading = [], body = []] = words.split('|').map((field) => field.split(' '))
        const times = (field: string[], stem: string) => field.filter((word) => word === stem).length
        const length = heading.length + body.length
        const score = Object.entries(weights).reduce((sum, [stem, weight]) => {
          const frequency = 1.5 * times(title, stem) + 2 * times(heading, stem) + times(body, stem)
          return sum + (frequency === 0 ? 0 : weight * bm25(frequency, length, average))
        }, 0)
        return { doc, score }
      })
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score || left.doc - right.doc)
    expect(expected.length).toBeGreaterThan(50)
    expect((await index.best(termsOf(index, weights), 40)).map(({ doc }) => doc)).toEqual(
      expected.slice(0, 40).map(({ doc }) => doc),
    )
  })

  it('is after additions and removals what a new index of the rest is', async () => {
    const random = seededRandom(4)
    const rows = generateRows(200, 1, random)
    const index = indexOf(rows)
    for (const { doc } of rows) if (doc % 3 !== 0) index.remove(doc)
    const more = generateRows(150, 1000, random)
    for (const each of more) index.add(each)
    for (const { doc } of more) if (doc % 2 === 0) index.remove(doc)
    const rest = [...rows.filter(({ doc }) => doc % 3 === 0), ...more.filter(({ doc }) => doc % 2 === 1)]
    const fresh = indexOf(rest)
    expect(index.size).toBe(rest.length)
    const counts = ({ documents, length }: { documents: number; length: number }) => ({ documents, length })
    expect([index.space(space)].flatMap((own) => (own ? [counts(own)] : []))).toEqual(
      [fresh.space(space)].flatMap((own) => (own ? [counts(own)] : [])),
    )
    for (const stem of wordsOf(seededRandom(5), 60)) {
      const found = async (of: MemoryIndex) => {
        const own = of.space(space)
        return {
          documents: own && of.lookUp(own, stem)?.documents,
          near: own?.words.near(`${stem}x`).toSorted((left, right) => (left.word < right.word ? -1 : 1)),
          best: (await of.best(termsOf(of, { [stem]: 1, gli: 0.5 }), 25)).map(({ ref }) => ref),
        }
      }
      expect(await found(index)).toEqual(await found(fresh))
    }
  })

  it('finds every document of a rare author, however many others are better', async () => {
    const rows = [
      ...Array.from({ length: 500 }, (_, index) => row(index + 1, 'zinc|zinc|zinc zinc', 'Common')),
      row(501, 'sleep||sleep and a little zinc', 'Rare'),
    ]
    const index = indexOf(rows)
    const found = await index.best(termsOf(index, { zinc: 1 }), 10, ({ author }) => author === 'Rare')
    expect(found.map(({ doc }) => doc)).toEqual([501])
  })

  it('puts the older of two equal documents first, whatever the order of their addition', async () => {
    const rows = [7, 3, 9, 1, 5].map((doc) => row(doc, 'zinc||zinc'))
    const index = indexOf(rows)
    expect((await index.best(termsOf(index, { zinc: 1 }), 3)).map(({ doc }) => doc)).toEqual([1, 3, 5])
  })

  it('yields while it scores 50,000 documents, with the same result', async () => {
    const kinds = generateRows(500, 1, seededRandom(6))
    const index = new MemoryIndex()
    for (let doc = 1; doc <= 50_000; doc++) {
      const kind = kinds[doc % kinds.length]
      if (kind !== undefined) index.add({ ...kind, doc })
    }
    const frequent = [...new Set(wordsOf(seededRandom(11), 900))]
    const weights = termsOf(index, Object.fromEntries(frequent.map((stem, rank) => [stem, 1 + rank / 10])))
    const before = (await index.best(weights, 20)).map(({ doc }) => doc)
    const steps: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      steps.push(
        await longestStep(async () => {
          expect((await index.best(weights, 20)).map(({ doc }) => doc)).toEqual(before)
        }),
      )
    }
    expect(Math.min(...steps)).toBeLessThan(10)
  }, 60_000)

  it('has neither a space nor a neighbour of a word without documents', () => {
    const index = indexOf([row(1, 'zinc||magnesium')])
    expect(index.space(space)?.words.near('magnesum')).toEqual([{ word: 'magnesium', documents: 1 }])
    index.add(row(2, '||selenium'))
    index.remove(1)
    expect(index.space(space)?.words.near('magnesum')).toEqual([])
    index.remove(2)
    expect(index.space(space)).toBeUndefined()
  })

  it('ignores a document that it has, and the removal of one that it lacks', () => {
    const index = indexOf([row(1, 'zinc||zinc'), row(1, 'zinc||zinc')])
    index.remove(2)
    expect(index.size).toBe(1)
    expect(index.space(space)?.documents).toBe(1)
  })
})

describe('nearest', () => {
  const dimensions = 512
  const vectorOf = (random: () => number) => Array.from({ length: dimensions }, () => random() - 0.5)

  it('finds the documents with the highest cosine similarity, in steps of a few milliseconds', async () => {
    const random = seededRandom(9)
    const index = new MemoryIndex()
    const vectors = Array.from({ length: 5000 }, () => vectorOf(random))
    for (const [doc, vector] of vectors.entries()) {
      index.add({ ...row(doc, 'a||b', `Author ${doc % 2}`), vector: toBytes(vector) })
    }
    const unit = toUnit(vectorOf(random))
    const cosine = (doc: number) => {
      const other = toUnit(vectors[doc] ?? [])
      return unit.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
    }
    let found: number[] = []
    const find = async () => {
      const nearest = await index.nearest(unit, 20, ({ author }) => author === 'Author 1')
      found = nearest.map(({ doc }) => doc)
    }
    await find()
    expect(await longestStep(find)).toBeLessThan(10)
    const exact = [...vectors.keys()]
      .filter((doc) => doc % 2 === 1)
      .sort((left, right) => cosine(right) - cosine(left))
    expect(found).toHaveLength(20)
    expect(found[0]).toBe(exact[0])
    // Bytes instead of floats exchange neighbours whose similarities are almost equal.
    expect(found.filter((doc) => exact.slice(0, 20).includes(doc)).length).toBeGreaterThanOrEqual(18)
  })

  it('forgets the vector of a removed document, and takes one that comes later', async () => {
    const index = new MemoryIndex()
    index.add({ ...row(1, 'a||b'), vector: toBytes([1, 0]) })
    index.add(row(2, 'c||d'))
    index.setVector(2, toBytes([0.9, 0.1]))
    index.setVector(3, toBytes([1, 0]))
    const find = async () => (await index.nearest(toUnit([1, 0]), 5, () => true)).map(({ doc }) => doc)
    expect(await find()).toEqual([1, 2])
    index.remove(1)
    expect(await find()).toEqual([2])
    index.add(row(4, 'e||f'))
    expect(await find()).toEqual([2])
  })
})
