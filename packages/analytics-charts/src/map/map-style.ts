import type { StyleSpecification } from 'maplibre-gl'
import type { ChartColors } from '../chart-colors.ts'
import { worldShapes } from './world.ts'

/** Names of the layers that take their colours from the theme. */
export const layers = { sea: 'sea', land: 'land', borders: 'borders' } as const

/** Name of the source of land and borders. */
export const worldSource = 'world'

/** A world without tiles or a third party: it works where there is no internet. */
export function offlineStyle({ map }: ChartColors): StyleSpecification {
  return {
    version: 8,
    sources: { [worldSource]: { type: 'geojson', data: worldShapes(), attribution: 'Natural Earth' } },
    layers: [
      { id: layers.sea, type: 'background', paint: { 'background-color': map.sea } },
      { id: layers.land, type: 'fill', source: worldSource, paint: { 'fill-color': map.land } },
      {
        id: layers.borders,
        type: 'line',
        source: worldSource,
        paint: { 'line-color': map.coast, 'line-width': 0.8 },
      },
    ],
  }
}
