import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../tests/generated-content.ts'
import { fromBytes, similarity, toBytes, toUnit } from './vector-bytes.ts'

const random = seededRandom(5)
const vectorOf = (dimensions: number) => Array.from({ length: dimensions }, () => random() - 0.5)

describe('stored vectors', () => {
  it('give the cosine similarity within 0.01', () => {
    for (const dimensions of [3, 256, 1536]) {
      for (let round = 0; round < 20; round++) {
        const [left, right] = [vectorOf(dimensions), vectorOf(dimensions)]
        const [a, b] = [toUnit(left), toUnit(right)]
        const exact = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
        expect(Math.abs(similarity(a, fromBytes(toBytes(right))) - exact)).toBeLessThan(0.01)
      }
    }
  })

  it('are read from a part of a larger buffer', () => {
    const bytes = Buffer.concat([Buffer.alloc(3), toBytes([0, 1])]).subarray(3)
    expect(fromBytes(bytes).components).toEqual(Int8Array.of(0, 127))
    expect(similarity(toUnit([0, 1]), fromBytes(bytes))).toBeCloseTo(1)
  })

  it('take a byte a component', () => {
    expect(toBytes(vectorOf(256))).toHaveLength(260)
  })

  it('are not compared across dimensions, and zeros are near nothing', () => {
    expect(similarity(toUnit([1, 0]), fromBytes(toBytes([1, 0, 0])))).toBe(0)
    expect(similarity(toUnit([1, 0]), fromBytes(toBytes([0, 0])))).toBe(0)
  })
})
