import type { GeoPoint } from '../geo-points.ts'
import { defaultMapCenter, LEAST_ZOOM, MOST_ZOOM } from '../map-view.ts'

/**
 * MapLibre counts zoom levels for tiles of 512 px, the public zoom levels (2 to 7) are those of 256 px tiles: at the
 * same zoom number its world is twice as wide. Added to a public zoom, this gives MapLibre's.
 */
const TILE_SIZE_OFFSET = -1

/** Width in pixels of MapLibre's world at its zoom 0. */
const WORLD = 512

/** Space in pixels between the outermost points and the edges: the radius of the largest circle and a little more. */
const PADDING = 32

/** The nearest public zoom of the first view, so that points in one city still show their country. */
const NEAREST_FIT = 5

/** Returns MapLibre's zoom for a public one. */
export function toMapLibreZoom(zoom: number): number {
  return zoom + TILE_SIZE_OFFSET
}

/** View of a map, as MapLibre takes it. */
export interface MapView {
  /** Longitude and latitude in degrees. */
  center: [number, number]
  /** MapLibre's zoom. */
  zoom: number
}

/**
 * Returns the view that shows all points, as near as the limits allow. Points that no allowed zoom can show at once
 * get the whole map's default view, around the default centre.
 *
 * @param size of the map in pixels
 */
export function firstView(
  points: readonly Pick<GeoPoint, 'latitude' | 'longitude'>[],
  size: { width: number; height: number },
): MapView {
  const farthest = toMapLibreZoom(LEAST_ZOOM)
  const whole: MapView = { center: [defaultMapCenter.longitude, defaultMapCenter.latitude], zoom: farthest }
  if (points.length === 0) return whole
  const [west, east] = shortestArc(points.map(({ longitude }) => longitude / 360))
  const [south, north] = rangeOf(points.map(({ latitude }) => toMercator(latitude)))
  const zooms = [
    Math.log2((size.width - 2 * PADDING) / (WORLD * (east - west))),
    Math.log2((size.height - 2 * PADDING) / (WORLD * (north - south))),
  ]
  const zoom = Math.min(...zooms, toMapLibreZoom(Math.min(NEAREST_FIT, MOST_ZOOM)))
  if (!(zoom >= farthest)) return whole
  return { center: [(((west + east) / 2 + 0.5) % 1) * 360 - 180, fromMercator((south + north) / 2)], zoom }
}

// Not `Math.min(...values)`: more arguments than the engine's stack holds throw.
function rangeOf(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/**
 * Returns the shortest arc of the equator that holds all longitudes, as fractions of a turn. It may cross the 180th
 * meridian: then the most is above 0.5.
 */
function shortestArc(longitudes: readonly number[]): [west: number, east: number] {
  const sorted = longitudes
    .map((turn) => (Math.abs(turn) > 0.5 ? turn - Math.round(turn) : turn))
    .toSorted((one, other) => one - other)
  let [west, east] = rangeOf(sorted)
  const last = east
  for (const [index, turn] of sorted.entries()) {
    // The arc that begins at this longitude and ends, one turn on, at the one before.
    const before = (sorted[index - 1] ?? last - 1) + 1
    if (index > 0 && before - turn < east - west) [west, east] = [turn, before]
  }
  return [west, east]
}

/** Height of a latitude on the map, as a fraction of the world's height from the equator. */
function toMercator(latitude: number): number {
  const radians = (Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180
  return Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}

function fromMercator(height: number): number {
  return ((2 * Math.atan(Math.exp(height * 2 * Math.PI)) - Math.PI / 2) * 180) / Math.PI
}
