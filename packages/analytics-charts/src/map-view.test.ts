import { expect, it } from 'vitest'
import { clampZoom, defaultMapCenter } from './map-view.ts'

it('map zoom: 2 to 7', () => {
  expect([-1, 0, 2, 4.5, 7, 8, Infinity, Number.NaN].map(clampZoom)).toEqual([2, 2, 2, 4.5, 7, 7, 7, 2])
})

it('default map center: latitude 22, longitude 0', () => {
  expect(defaultMapCenter).toEqual({ latitude: 22, longitude: 0 })
})
