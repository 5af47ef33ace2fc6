import type { FeatureCollection, Point } from 'geojson'
import type { Map as MapView, SymbolLayerSpecification } from 'maplibre-gl'
import type { ChartColors } from '../../chart-colors.ts'
import type { Locale } from '../../format.ts'
import { layers } from '../map-style.ts'
import type { Gazetteer } from './use-gazetteer.ts'

/** Names of the sources of labels, and of their layers. */
const labels = { countries: 'country-names', cities: 'city-names' } as const

/** Letters that are joined or read from right to left: MapLibre draws them one by one from left to right. */
const UNSHAPED = /[\u0590-\u08FF]/u

/**
 * Draws names of countries and large cities on the offline world. Their letters come from the fonts of the machine, so that
 * no font is fetched. Where names collide, larger countries and cities keep theirs.
 */
export function drawLabels(map: MapView, gazetteer: Gazetteer, colors: ChartColors, locale: Locale): void {
  // Another style has labels of its own.
  if (map.getLayer(layers.sea) === undefined) return
  if (map.getSource(labels.countries) === undefined) {
    map.addSource(labels.countries, { type: 'geojson', data: countryNames(gazetteer, locale) })
    map.addSource(labels.cities, { type: 'geojson', data: cityNames(gazetteer) })
    map.addLayer(cityLayer(colors))
    map.addLayer(countryLayer(colors))
  }
  for (const [layer, color] of [
    [labels.countries, colors.muted],
    [labels.cities, colors.text],
  ] as const) {
    map.setPaintProperty(layer, 'text-color', color)
    map.setPaintProperty(layer, 'text-halo-color', colors.map.land)
  }
}

/** Names of countries in the reader's language; in English where the map cannot draw its letters. */
export function countryNames(
  { countryPositions }: Pick<Gazetteer, 'countryPositions'>,
  locale: Locale,
): FeatureCollection<Point> {
  const languages = typeof locale === 'object' ? [...locale] : locale
  const own = new Intl.DisplayNames(languages, { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  return {
    type: 'FeatureCollection',
    features: countryPositions.map(({ code, latitude, longitude, area }) => {
      const name = own.of(code) ?? code
      return {
        type: 'Feature',
        properties: { name: UNSHAPED.test(name) ? english.of(code) : name, rank: -area },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      }
    }),
  }
}

function cityNames({ cities }: Gazetteer): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: cities.map(({ name, latitude, longitude, size }) => ({
      type: 'Feature',
      properties: { name, size, rank: -size },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

function countryLayer({ font }: ChartColors): SymbolLayerSpecification {
  return {
    id: labels.countries,
    type: 'symbol',
    source: labels.countries,
    layout: { ...textLayout(font), 'text-size': 11, 'text-max-width': 7 },
    paint: { 'text-halo-width': 1.2 },
  }
}

function cityLayer({ font }: ChartColors): SymbolLayerSpecification {
  return {
    id: labels.cities,
    type: 'symbol',
    source: labels.cities,
    // The least size at each of MapLibre's zooms, from cities of 6.4 million at 2 to all at 5.
    filter: ['>=', ['get', 'size'], ['step', ['zoom'], 9, 2, 6, 3, 4, 4, 2, 5, 0]],
    layout: { ...textLayout(font), 'text-size': 11, 'text-anchor': 'top', 'text-offset': [0, 0.4] },
    paint: { 'text-halo-width': 1.2 },
  }
}

function textLayout(font: string) {
  return {
    'text-field': ['get', 'name'],
    'text-font': font.split(',').map((family) => family.trim().replaceAll(/["']/gu, '')),
    'symbol-sort-key': ['get', 'rank'],
    'text-padding': 4,
  } satisfies SymbolLayerSpecification['layout']
}
