import type { GeoPoint } from '../../geo-points.ts'
import type { ChartTexts } from '../../texts.ts'
import type { FoundCity } from './gazetteer.ts'

/** Finds the city of a point; null without one near it, and until the cities are loaded. */
export type FindCity = (point: GeoPoint) => FoundCity | null

/** A place in a few words: `Zürich, Switzerland`, or without a city its country and coordinates. */
export function placeName(point: GeoPoint, texts: ChartTexts, findCity: FindCity): string {
  return (
    cityAndCountry(point, texts, findCity) ??
    withCoordinates(point.country || texts.unknownPlace, point, texts)
  )
}

/** A place with its coordinates: `Zürich, Switzerland (47.38, 8.54)`. */
export function fullPlaceName(point: GeoPoint, texts: ChartTexts, findCity: FindCity): string {
  const name = cityAndCountry(point, texts, findCity) ?? (point.country || texts.unknownPlace)
  return withCoordinates(name, point, texts)
}

/** The city of a place: `Zürich`, `near Zürich`; '' without one. */
export function cityName(point: GeoPoint, texts: ChartTexts, findCity: FindCity): string {
  const city = findCity(point)
  if (city === null) return ''
  return city.isNear ? texts.near(city.name) : city.name
}

function cityAndCountry(point: GeoPoint, texts: ChartTexts, findCity: FindCity): string | null {
  const city = cityName(point, texts, findCity)
  if (city === '') return null
  return point.country ? texts.cityInCountry(city, point.country) : city
}

function withCoordinates(name: string, { latitude, longitude }: GeoPoint, texts: ChartTexts): string {
  return texts.place(name, `${latitude}, ${longitude}`)
}
