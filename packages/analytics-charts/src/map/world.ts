// oxlint-disable-next-line typescript/triple-slash-reference -- who compiles our sources needs the JSON's types, and a declaration of a module cannot be imported
/// <reference path="../world-atlas.d.ts" />
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import coarse from 'world-atlas/countries-110m.json'

/** The southernmost latitude that the Mercator projection of web maps shows. */
const SOUTH = -85.06

/** The shapes of the world's countries. */
export type WorldShapes = FeatureCollection<Polygon | MultiPolygon>

/**
 * The countries of the world, drawn from Natural Earth at 1:110 million (public domain,
 * https://www.naturalearthdata.com). Longitudes go on past 180 where a shape crosses the antimeridian, so that no
 * edge runs across the whole map.
 */
export function worldShapes(): WorldShapes {
  return toShapes(coarse)
}

/** The same at 1:50 million, for a near view. Its data loads with the first call. */
export async function detailedWorldShapes(): Promise<WorldShapes> {
  const { default: detailed } = await import('world-atlas/countries-50m.json')
  return toShapes(detailed)
}

function toShapes(topology: typeof coarse): WorldShapes {
  const { features } = feature(topology, topology.objects.countries)
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
        ? [{ type: 'Feature' as const, properties: {}, geometry: unwrapShape(geometry) }]
        : [],
    ),
  }
}

function unwrapShape(shape: Polygon | MultiPolygon): Polygon | MultiPolygon {
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: shape.coordinates.map(unwrapRing) }
    : { type: 'MultiPolygon', coordinates: shape.coordinates.map((polygon) => polygon.map(unwrapRing)) }
}

/** A ring whose longitudes never jump; one that goes around the pole is closed along the map's lower edge. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped: Position[] = []
  let turns = 0
  let previous = ring[0]?.[0] ?? 0
  for (const [longitude = 0, latitude = 0] of ring) {
    if (longitude - previous > 180) turns -= 360
    else if (longitude - previous < -180) turns += 360
    previous = longitude
    unwrapped.push([longitude + turns, Math.max(latitude, SOUTH)])
  }
  const [first, last] = [unwrapped[0], unwrapped.at(-1)]
  if (first === undefined || last === undefined || turns === 0) return unwrapped
  return [...unwrapped, [last[0] ?? 0, SOUTH], [first[0] ?? 0, SOUTH], first]
}
