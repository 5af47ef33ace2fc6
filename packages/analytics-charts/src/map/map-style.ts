import type { StyleSpecification } from 'maplibre-gl'
import type { ChartColors } from '../chart-colors.ts'
import { worldShapes } from './world.ts'

/** Names of the layers that take their colours from the theme. */
export const layers = { sea: 'sea', land: 'land', borders: 'borders' } as const

/** A world without labels, tiles or a third party: it works where there is no internet. */
export function offlineStyle({ map }: ChartColors): StyleSpecification {
  return {
    version: 8,
    sources: { world: { type: 'geojson', data: worldShapes(), attribution: 'Natural Earth' } },
    layers: [
      { id: layers.sea, type: 'background', paint: { 'background-color': map.sea } },
      { id: layers.land, type: 'fill', source: 'world', paint: { 'fill-color': map.land } },
      {
        id: layers.borders,
        type: 'line',
        source: 'world',
        paint: { 'line-color': map.coast, 'line-width': 0.8 },
      },
    ],
  }
}
