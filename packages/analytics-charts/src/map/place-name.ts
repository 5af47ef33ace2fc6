import type { GeoPoint } from '../geo-points.ts'

/** A place in words: its country and coordinates, such as `Switzerland (47.38, 8.54)`. */
export function placeName({ country, latitude, longitude }: GeoPoint, unknownPlace: string): string {
  return `${country || unknownPlace} (${latitude}, ${longitude})`
}
