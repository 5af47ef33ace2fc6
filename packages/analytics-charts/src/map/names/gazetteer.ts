import type { GeoPoint } from '../../geo-points.ts'
import data from './gazetteer.json'

/** A city of 100,000 inhabitants or more. */
export interface City {
  /** As GeoNames has it, in Latin letters. */
  name: string
  latitude: number
  longitude: number
  /** Doublings of 100,000 inhabitants: 0 for 100,000, 7 for 12.8 million or more. */
  size: number
}

/** Where the name of a country stands on the map. */
export interface CountryPosition {
  /** ISO 3166-1 alpha-2. */
  code: string
  latitude: number
  longitude: number
  /** In square degrees: names of large countries go before those of small ones. */
  area: number
}

/** The city of a point. */
export interface FoundCity {
  name: string
  /** True when the point lies beside the city: more than 10 km from its centre. */
  isNear: boolean
}

/** Distance in km up to which a point lies in a city, and up to which it is near one. */
const IN_CITY = 10
const NEAR_CITY = 50
/** Sizes by which a city's reach doubles: a city of 800,000 reaches twice as far as one of 100,000. */
const REACH = 3
/** Kilometres of a degree of latitude. */
const DEGREE = 111.2

const byCountry = new Map(Object.entries(data.cities).map(([code, columns]) => [code, readColumns(columns)]))

/** Cities of all countries. The data is GeoNames' (https://www.geonames.org, CC BY 4.0). */
export const cities: readonly City[] = [...byCountry.values()].flat()

/** Positions for the names of countries, made from Natural Earth. */
export const countryPositions: readonly CountryPosition[] = data.countries.flatMap(
  ([code, latitude, longitude, area]) =>
    typeof code === 'string' && typeof latitude === 'number' && typeof longitude === 'number'
      ? { code, latitude, longitude, area: Number(area) }
      : [],
)

/**
 * Returns the city of a point, at most 50 km away and in the point's country where that is known; null without one. A
 * large city reaches further than a suburb: distances count less by its size.
 */
export function findCity({
  latitude,
  longitude,
  countryCode = '',
}: Pick<GeoPoint, 'latitude' | 'longitude' | 'countryCode'>): FoundCity | null {
  let found: FoundCity | null = null
  let least = Number.POSITIVE_INFINITY
  for (const city of byCountry.get(countryCode) ?? (countryCode === '' ? cities : [])) {
    const north = Math.abs(city.latitude - latitude) * DEGREE
    if (north > NEAR_CITY) continue
    const turn = Math.abs(city.longitude - longitude)
    const east = Math.min(turn, 360 - turn) * DEGREE * Math.cos((latitude * Math.PI) / 180)
    const distance = Math.hypot(north, east)
    const weighted = distance / 2 ** (city.size / REACH)
    if (distance > NEAR_CITY || weighted >= least) continue
    least = weighted
    found = { name: city.name, isNear: distance > IN_CITY }
  }
  return found
}

function readColumns([names = '', latitudes = '', longitudes = '', sizes = '']: readonly string[]): City[] {
  const steps = latitudes.split(' ').map(Number)
  const east = longitudes.split(' ').map(Number)
  let latitude = 0
  return names.split('|').map((name, index) => {
    // Each latitude is the step from the one before, in hundredths of a degree.
    latitude += steps[index] ?? 0
    return {
      name,
      latitude: latitude / 100,
      longitude: (east[index] ?? 0) / 100,
      size: Number(sizes[index]),
    }
  })
}
