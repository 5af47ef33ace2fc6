import type { Meta, Story } from '@org/config/story'
import { GeoMap, type GeoMapProps } from './geo-map.tsx'

const points = [
  { latitude: 52.52, longitude: 13.4, count: 820, countryCode: 'DE', country: 'Germany' },
  { latitude: 48.14, longitude: 11.58, count: 310, countryCode: 'DE', country: 'Germany' },
  { latitude: 40.71, longitude: -74, count: 640, countryCode: 'US', country: 'United States' },
  { latitude: 35.68, longitude: 139.69, count: 210, countryCode: 'JP', country: 'Japan' },
  { latitude: -33.87, longitude: 151.21, count: 90, countryCode: 'AU', country: 'Australia' },
]

const meta: Meta<GeoMapProps> = {
  title: 'analytics-charts/GeoMap',
  component: GeoMap,
  args: {
    title: 'Where they come from',
    points,
    countries: [
      { code: 'DE', name: 'Germany', count: 1130 },
      { code: 'US', name: 'United States', count: 640 },
      { code: 'JP', name: 'Japan', count: 210 },
      { code: 'AU', name: 'Australia', count: 90 },
    ],
    cards: [
      { label: 'Requests', value: 2070 },
      { label: 'Visitors', value: 812, isApproximate: true },
      { label: 'Countries', value: 4 },
    ],
    locale: 'en',
    loadWorkerUrl: async () => (await import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url')).default,
  },
  argTypes: { onSelectCountry: { action: 'onSelectCountry' } },
}
export default meta

/** Stands there once the names of cities are loaded. */
const citiesSource = 'a[href*="geonames"]'

export const Full: Story<GeoMapProps> = {
  parameters: {
    awaits: `figure:has(.maplibregl-canvas) ${citiesSource}`,
    keyboard: [
      {
        on: ['button', 'Japan 210'],
        keys: ['Enter'],
        does: 'a country: shows it on the map, and chooses it',
        expect: [{ called: 'onSelectCountry', with: ['JP'] }],
      },
    ],
  },
}

export const AsTable: Story<GeoMapProps> = {
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
  parameters: {
    awaits: `figure:has(table) ${citiesSource}`,
    keyboard: [
      {
        on: ['button', 'Show as chart: Where they come from'],
        keys: ['Enter'],
        does: 'shows the map again',
        expect: [{ gone: ['table', 'Where they come from'] }],
      },
    ],
  },
}

export const Loading: Story<GeoMapProps> = {
  args: { loadWorkerUrl: () => new Promise(() => undefined) },
  parameters: { awaits: citiesSource },
}

export const Failed: Story<GeoMapProps> = {
  args: { loadWorkerUrl: () => Promise.reject(new Error('No connection.')) },
  parameters: { awaits: `figure:has(table) ${citiesSource}` },
}

export const Empty: Story<GeoMapProps> = { args: { points: [], countries: [], cards: [] } }
