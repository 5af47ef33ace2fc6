import { describe, expect, it } from 'vitest'
import { type IndexedDocument, MemoryIndex } from '../index/memory-index.ts'
import { spaceOf } from '../index/search-spaces.ts'
import { toBytes, toUnit } from '../embeddings/vector-bytes.ts'
import { fuseRanks } from './rank-fusion.ts'
import type { RankedDocument } from './ranking.ts'

const index = new MemoryIndex()
for (let doc = 1; doc <= 12; doc++) {
  index.add({
    doc,
    ref: `p${doc}`,
    space: spaceOf('passage', 'en'),
    author: '',
    words: 'a||b',
    vector: toBytes([1]),
  })
}
const documents: IndexedDocument[] = await index.nearest(toUnit([1]), 12, () => true)
const pick = (...docs: number[]) => documents.filter(({ doc }) => docs.includes(doc))
const ranked = (...docs: number[]): RankedDocument[] =>
  pick(...docs).map((candidate, place) => ({
    candidate,
    score: 10 - place,
    coverage: 1,
    named: 0,
    matched: ['x'],
    matchedNames: ['x'],
    asked: 0,
  }))
const docsOf = (fused: ReturnType<typeof fuseRanks>) => fused.map(({ candidate }) => candidate.doc)

describe('fuseRanks', () => {
  it('keeps the order of the words without embeddings', () => {
    const list = ranked(1, 2, 3, 4)
    expect(docsOf(fuseRanks(list.slice(0, 2), list, []))).toEqual([1, 2])
  })

  it('prefers what both lists hold, and puts the rest by its place', () => {
    const list = ranked(1, 2, 3)
    const fused = fuseRanks(list, list, pick(3, 4))
    expect(docsOf(fused)).toEqual([3, 1, 2, 4])
    expect(fused.map(({ wordRank, vectorRank }) => [wordRank, vectorRank])).toEqual([
      [3, 1],
      [1, null],
      [2, null],
      [null, 2],
    ])
  })

  it('adds at most five passages that the words did not keep', () => {
    const list = ranked(1)
    expect(docsOf(fuseRanks(list, list, pick(2, 3, 4, 5, 6, 7, 8)))).toEqual([1, 2, 3, 4, 5, 6])
  })
})
