import { expect, it } from 'vitest'
import { circleRadius, radiusScale } from './circle-size.ts'
import { unwrapRing, worldShapes } from './world.ts'

it('has no edge across the whole map', () => {
  const rings = worldShapes().features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  )
  expect(rings.length).toBeGreaterThan(200)
  const jumps = rings.flatMap((ring) =>
    ring.slice(1).filter(([longitude = 0, latitude = 0], index) => {
      const along = Math.abs(longitude - (ring[index]?.[0] ?? 0))
      return along > 180 && latitude > -85
    }),
  )
  expect(jumps).toEqual([])
})

it('goes on past the antimeridian', () => {
  expect(
    unwrapRing([
      [170, 60],
      [-170, 60],
      [-170, 65],
      [170, 65],
      [170, 60],
    ]),
  ).toEqual([
    [170, 60],
    [190, 60],
    [190, 65],
    [170, 65],
    [170, 60],
  ])
})

it('closes a ring around the pole along the lower edge of the map', () => {
  const ring = unwrapRing([
    [-180, -70],
    [-60, -70],
    [60, -70],
    [180, -70],
    [-180, -70],
  ])
  expect(ring.slice(-3)).toEqual([
    [180, -85.06],
    [-180, -85.06],
    [-180, -70],
  ])
})

it('gives a count four times as large a circle of four times the area', () => {
  const scale = radiusScale([100, 400])
  expect(circleRadius(400, scale) / circleRadius(100, scale)).toBe(2)
  expect(circleRadius(400, scale)).toBe(26)
  expect(circleRadius(0.001, scale)).toBe(4)
  expect(radiusScale([])).toBe(26)
})
