import type { AddLayerObject, Map as MapView, SourceSpecification } from 'maplibre-gl'
import { expect, it } from 'vitest'
import type { ChartColors } from '../../chart-colors.ts'
import * as gazetteer from './gazetteer.ts'
import { countryNames, drawLabels } from './map-labels.ts'

const colors: ChartColors = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  series: ['#a00'],
  font: '"Inter Variable", system-ui, sans-serif',
  map: { sea: '#eef', land: '#efe', coast: '#ccc' },
}

/** jsdom has no WebGL: a map reduced to its sources, layers and colours. */
function openMap(isOffline = true) {
  const sources = new Map<string, SourceSpecification>()
  const layers = new Map<string, AddLayerObject>()
  const paints: Record<string, unknown> = {}
  const map = {
    getLayer: (id: string) => (id === 'sea' && isOffline ? {} : layers.get(id)),
    getSource: (id: string) => sources.get(id),
    addSource: (id: string, source: SourceSpecification) => {
      if (sources.has(id)) throw new Error(`There is already a source ${id}.`)
      sources.set(id, source)
    },
    addLayer: (layer: AddLayerObject) => layers.set(layer.id, layer),
    setPaintProperty: (layer: string, property: string, value: unknown) => {
      paints[`${layer} ${property}`] = value
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a map that are read here
  return { map: map as unknown as MapView, sources, layers, paints }
}

it('draws names of countries over those of cities, by the fonts of the page', () => {
  const { map, sources, layers } = openMap()
  drawLabels(map, gazetteer, colors, 'en')
  expect([...sources.keys()]).toEqual(['country-names', 'city-names'])
  expect([...layers.keys()]).toEqual(['city-names', 'country-names'])
  for (const layer of layers.values()) {
    expect(layer).toMatchObject({
      type: 'symbol',
      layout: {
        'text-font': ['Inter Variable', 'system-ui', 'sans-serif'],
        'symbol-sort-key': ['get', 'rank'],
      },
    })
  }
})

it('follows the colours of the page', () => {
  const { map, paints } = openMap()
  drawLabels(map, gazetteer, colors, 'en')
  drawLabels(map, gazetteer, { ...colors, text: '#eee', muted: '#bbb' }, 'en')
  expect(paints).toEqual({
    'country-names text-color': '#bbb',
    'country-names text-halo-color': '#efe',
    'city-names text-color': '#eee',
    'city-names text-halo-color': '#efe',
  })
})

it('adds nothing to another style, which has labels of its own', () => {
  const { map, sources, layers, paints } = openMap(false)
  drawLabels(map, gazetteer, colors, 'en')
  expect([sources.size, layers.size, Object.keys(paints)]).toEqual([0, 0, []])
})

it('names countries in the language of the reader, the largest first', () => {
  const nameOf = (code: string, locale: string) => {
    const position = gazetteer.countryPositions.filter((country) => country.code === code)
    return countryNames({ countryPositions: position }, locale).features[0]
  }
  expect(nameOf('DE', 'es')).toMatchObject({
    properties: { name: 'Alemania' },
    geometry: { coordinates: [10.3, 51.1] },
  })
  expect(nameOf('JP', 'ja')?.properties?.['name']).toBe('日本')
  // The map draws letters one by one: Arabic ones would not be joined.
  expect(nameOf('DE', 'ar')?.properties?.['name']).toBe('Germany')
  const ranks = (code: string): number => Number(nameOf(code, 'en')?.properties?.['rank'])
  expect(ranks('RU')).toBeLessThan(ranks('CH'))
})
