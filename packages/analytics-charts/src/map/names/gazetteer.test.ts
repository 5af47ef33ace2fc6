import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cities, countryPositions, findCity } from './gazetteer.ts'

describe('findCity', () => {
  it.each([
    ['the city of its centre', 47.38, 8.54, 'CH', { name: 'Zürich', isNear: false }],
    ['a place beside a city as near it', 47.5, 8.72, 'CH', { name: 'Zürich', isNear: true }],
    ['a city without the country of a point', 35.68, 139.69, '', { name: 'Tokyo', isNear: false }],
    // GeoNames has a part of Toronto nearer to it.
    ['the large city, not its suburb', 43.65, -79.38, 'CA', { name: 'Toronto', isNear: false }],
    [
      'the neighbour of a large city in its own place',
      40.73,
      -74.08,
      'US',
      { name: 'Jersey City', isNear: false },
    ],
  ])('gives %s', (_, latitude, longitude, countryCode, city) => {
    expect(findCity({ latitude, longitude, countryCode })).toEqual(city)
  })

  it.each([
    ['far from every city', 25, -140, ''],
    ['more than 50 km from one', 48.9, 7.1, 'CH'],
    ['of a country without one', 47.14, 9.52, 'LI'],
    ['of an unknown country', 47.38, 8.54, 'ZZ'],
  ])('gives none for a point %s', (_, latitude, longitude, countryCode) => {
    expect(findCity({ latitude, longitude, countryCode })).toBeNull()
  })

  it('stays in the country of the point', () => {
    // Strasbourg, and across the Rhine.
    expect(findCity({ latitude: 48.58, longitude: 7.75, countryCode: 'FR' })?.name).toBe('Strasbourg')
    expect(findCity({ latitude: 48.58, longitude: 7.82, countryCode: 'DE' })?.name).not.toBe('Strasbourg')
  })
})

it('has cities of all continents and their sizes', () => {
  expect(cities.length).toBeGreaterThan(4000)
  for (const { name, latitude, longitude, size } of cities) {
    expect(name).not.toBe('')
    expect(Math.abs(latitude)).toBeLessThan(75)
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    expect(size >= 0 && size <= 7).toBe(true)
  }
  const sizeOf = (wanted: string) => cities.find(({ name }) => name === wanted)?.size
  expect(sizeOf('Shanghai')).toBe(7)
  expect(sizeOf('Bern')).toBe(0)
})

it('has a position in each country for its name', () => {
  const of = (wanted: string) => countryPositions.find(({ code }) => code === wanted)
  expect(of('FR')).toMatchObject({ latitude: 46.6, longitude: 2.3 })
  // Shapes that cross the antimeridian.
  expect(of('FJ')).toMatchObject({ latitude: -17.8, longitude: 178 })
  expect(of('RU')?.longitude).toBeCloseTo(100, -1)
  expect(countryPositions.length).toBeGreaterThan(165)
})

it('weighs at most 60 KB over the wire', () => {
  const content = readFileSync(`${import.meta.dirname}/gazetteer.json`)
  expect(brotliCompressSync(content).length).toBeLessThan(60_000)
})
