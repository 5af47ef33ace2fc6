import type { GeoPoint } from '../geo-points.ts'
import type { ChartTexts } from '../texts.ts'

/** A place in words: its country and coordinates, such as `Switzerland (47.38, 8.54)`. */
export function placeName({ country, latitude, longitude }: GeoPoint, texts: ChartTexts): string {
  return texts.place(country || texts.unknownPlace, `${latitude}, ${longitude}`)
}
