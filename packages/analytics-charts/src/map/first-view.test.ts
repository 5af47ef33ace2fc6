import { expect, it } from 'vitest'
import { nameOf } from './names/cluster-name.ts'
import { firstView, toMapLibreZoom } from './first-view.ts'

const size = { width: 900, height: 420 }
const london = { latitude: 51.5, longitude: -0.1 }
const paris = { latitude: 48.9, longitude: 2.3 }
const sydney = { latitude: -33.9, longitude: 151.2 }
const newYork = { latitude: 40.7, longitude: -74 }

/** Pixels from the middle of the map, by the Mercator projection of MapLibre. */
function offsetOf({ latitude, longitude }: typeof london, view: ReturnType<typeof firstView>) {
  const world = 512 * 2 ** view.zoom
  const height = (degrees: number) =>
    Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI)
  return {
    x: ((longitude - view.center[0]) / 360) * world,
    y: (height(latitude) - height(view.center[1])) * world,
  }
}

it.each([
  ['one city', [london]],
  ['neighbours', [london, paris]],
  ['an ocean', [london, newYork]],
])('shows all points of %s, within the limits', (_, points) => {
  const view = firstView(points, size)
  expect(view.zoom).toBeGreaterThanOrEqual(1)
  expect(view.zoom).toBeLessThanOrEqual(4)
  for (const point of points) {
    const { x, y } = offsetOf(point, view)
    expect(Math.abs(x)).toBeLessThan(size.width / 2)
    expect(Math.abs(y)).toBeLessThan(size.height / 2)
  }
})

const fiji = { latitude: -17.7, longitude: 178.1 }
const samoa = { latitude: -13.8, longitude: -172.1 }

it('shows places on both sides of the 180th meridian side by side', () => {
  const { center, zoom } = firstView([fiji, samoa, { ...samoa, longitude: 541.5 }], size)
  expect(zoom).toBe(4)
  expect(center[0]).toBeCloseTo(-177, 0)
  expect(firstView([london, paris], size).center[0]).toBeCloseTo(1.1, 5)
})

it('fits more points than a call takes arguments', () => {
  const many = Array.from({ length: 300_000 }, (_, index) => ({ ...london, longitude: (index % 100) / 100 }))
  expect(firstView(many, size).zoom).toBe(4)
})

it.each([90, -90])(
  'shows a point at the latitude %s, which no map of this projection reaches',
  (latitude) => {
    const view = firstView([{ latitude, longitude: 0 }], size)
    expect(view.zoom).toBe(4)
    expect(Math.abs(view.center[1])).toBeLessThanOrEqual(85.06)
  },
)

it('can be zoomed out of where the points are near each other', () => {
  expect(firstView([london, paris], size).zoom).toBeGreaterThan(toMapLibreZoom(2))
})

it.each([
  ['no points', [], size],
  ['points around the world', [london, sydney, newYork], { width: 390, height: 300 }],
  ['a map without a size', [london, paris], { width: 0, height: 0 }],
])('is the default one with %s', (_, points, given) => {
  expect(firstView(points, given)).toEqual({ center: [0, 22], zoom: 1 })
})

it('counts zoom as MapLibre does, for tiles of 512 pixels', () => {
  expect([2, 7].map(toMapLibreZoom)).toEqual([1, 6])
})

it('names what a cluster holds', () => {
  const of = (...names: string[]) => ({ names: names.map((name) => `\u0001${name}\u0001`).join('') })
  expect(nameOf({ name: 'France' }, 'en', 'Unknown')).toBe('France')
  expect(nameOf(of('United Kingdom', 'France'), 'en', 'Unknown')).toBe('United Kingdom and France')
  expect(nameOf(of('France', 'France', ''), 'en', 'Unknown')).toBe('France')
  expect(nameOf(of('A', 'B', 'C', 'D', 'E'), 'en', 'Unknown')).toBe('A, B, C +2')
  expect(nameOf(of('', ''), 'en', 'Unknown')).toBe('Unknown')
  expect(nameOf(of('Reino Unido', 'Francia'), 'es', '?')).toBe('Reino Unido y Francia')
})
