/** Requests from one place. */
export interface GeoPoint {
  /** Degrees north. */
  latitude: number
  /** Degrees east. */
  longitude: number
  /** Number of requests; sets the size of the circle. */
  count: number
  /** ISO 3166-1 alpha-2, where it is known. */
  countryCode?: string | undefined
  /** The country's name, where it is known. */
  country?: string | undefined
}

/** Requests from one country. */
export interface CountryCount {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  count: number
}

/**
 * The points that a map can draw: those with a coordinate that is not finite, or a count that is not above 0, are
 * left out; coordinates are rounded to 2 decimals, and the counts of points in one place are added. In the order of first appearance, each with the first country that its points name.
 */
export function groupGeoPoints(points: readonly GeoPoint[]): GeoPoint[] {
  const places = new Map<string, GeoPoint>()
  for (const { latitude, longitude, count, countryCode, country } of points) {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) continue
    if (!Number.isFinite(count) || count <= 0) continue
    const place = { latitude: round(latitude), longitude: round(longitude) }
    const key = `${place.latitude} ${place.longitude}`
    const known = places.get(key)
    places.set(key, {
      ...place,
      count: (known?.count ?? 0) + count,
      countryCode: known?.countryCode ?? countryCode,
      country: known?.country ?? country,
    })
  }
  return [...places.values()]
}

/** The places with the most requests, the largest first, without counts that are not finite: the map's chips show 6. */
export function topHotspots(points: readonly GeoPoint[], limit = 6): GeoPoint[] {
  return largest(points, limit)
}

/** The countries with the most requests, the largest first, without counts that are not finite: the map's chips show 4. */
export function topCountries(countries: readonly CountryCount[], limit = 4): CountryCount[] {
  return largest(countries, limit)
}

function largest<Counted extends { count: number }>(items: readonly Counted[], limit: number): Counted[] {
  return items
    .filter(({ count }) => Number.isFinite(count))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, limit)
}

// `+ 0` makes 0 of -0, which would be printed with a sign.
function round(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0
}
