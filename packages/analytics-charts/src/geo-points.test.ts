import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupGeoPoints, topCountries, topHotspots, type GeoPoint } from './geo-points.ts'

const zurich: GeoPoint = {
  latitude: 47.3769,
  longitude: 8.5417,
  count: 3,
  countryCode: 'CH',
  country: 'Switzerland',
}

// Few places, so that many points share one.
const degrees = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((thousandths) => thousandths / 1000),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0),
)
const count = fc.oneof(fc.integer({ min: -2, max: 50 }), fc.constantFrom(Number.NaN, Infinity))
const anyPoints = fc.array(fc.record({ latitude: degrees, longitude: degrees, count }), { maxLength: 60 })

function total(points: readonly GeoPoint[]): number {
  return points.reduce((sum, point) => sum + point.count, 0)
}

function isDrawable({ latitude, longitude, count: requests }: GeoPoint): boolean {
  return [latitude, longitude, requests].every(Number.isFinite) && requests > 0
}

describe('groupGeoPoints', () => {
  it('ignores points with a non-finite latitude or longitude, or a count of 0 or less', () => {
    const bad = [
      { latitude: Number.NaN },
      { longitude: Infinity },
      { count: 0 },
      { count: -1 },
      { count: Number.NaN },
    ]
    expect(groupGeoPoints(bad.map((change) => Object.assign({}, zurich, change)))).toEqual([])
  })

  it('has coordinates rounded to 2 decimals and grouped, and adds their counts', () => {
    const near = { latitude: 47.3751, longitude: 8.5399, count: 4 }
    const far = { latitude: 47.3849, longitude: 8.5417, count: 1 }
    expect(groupGeoPoints([near, far, zurich])).toEqual([
      { latitude: 47.38, longitude: 8.54, count: 8, countryCode: 'CH', country: 'Switzerland' },
    ])
  })

  it('has no negative zero', () => {
    const [place] = groupGeoPoints([{ latitude: -0.001, longitude: -0, count: 1 }])
    expect(Object.is(place?.latitude, 0) && Object.is(place?.longitude, 0)).toBe(true)
  })

  it('loses no count, names each place once, and does not change when it is done again', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const places = groupGeoPoints(points)
        expect(total(places)).toBe(total(points.filter(isDrawable)))
        expect(new Set(places.map((place) => `${place.latitude} ${place.longitude}`)).size).toBe(
          places.length,
        )
        expect(groupGeoPoints(places)).toEqual(places)
      }),
    )
  })
})

it('map hotspot chips: 6; country chips: 4; those with the most requests, equal ones in their order', () => {
  const counts = [1, 5, 2, 5, 9, 3, 4, 8]
  const points = counts.map((requests, index) => ({ latitude: index, longitude: 0, count: requests }))
  expect(topHotspots(points).map((point) => point.latitude)).toEqual([4, 7, 1, 3, 6, 5])
  const countries = counts.map((requests, index) => ({ code: `C${index}`, name: '', count: requests }))
  expect(topCountries(countries).map((country) => country.code)).toEqual(['C4', 'C7', 'C1', 'C3'])
  expect(topHotspots([])).toEqual([])
  const [country] = countries
  expect(country && topCountries([{ ...country, count: Number.NaN }, country])).toEqual([country])
})
