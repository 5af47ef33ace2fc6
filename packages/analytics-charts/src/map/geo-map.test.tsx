import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { GeoMap } from './geo-map.tsx'

// In view from the start.
class Observer {
  readonly #notify: (entries: { isIntersecting: boolean }[]) => void
  constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
    this.#notify = notify
  }
  observe() {
    this.#notify([{ isIntersecting: true }])
  }
  disconnect() {
    this.#notify([])
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }))
  // A browser without WebGL.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const points = [
  { latitude: 47.376, longitude: 8.541, count: 3, countryCode: 'CH', country: 'Switzerland' },
  { latitude: 47.3751, longitude: 8.5399, count: 4, countryCode: 'CH', country: 'Switzerland' },
  { latitude: 35.68, longitude: 139.69, count: 2, countryCode: 'JP', country: 'Japan' },
  { latitude: Number.NaN, longitude: 0, count: 50 },
]
const countries = [
  { code: 'CH', name: 'Switzerland', count: 7 },
  { code: 'JP', name: 'Japan', count: 2 },
]

function show() {
  const loadWorkerUrl = vi.fn<() => Promise<string>>().mockResolvedValue('worker.mjs')
  render(
    <GeoMap
      title="Visitor Geography"
      points={points}
      countries={countries}
      cards={[{ label: 'Unique IPs', value: 1200 }]}
      loadWorkerUrl={loadWorkerUrl}
      locale="en"
    />,
  )
  return loadWorkerUrl
}

it('is a still picture with its sentence where there is no WebGL', async () => {
  const loadWorkerUrl = show()
  const picture = await screen.findByRole('img', {
    name: 'Visitor Geography. 9 requests from 2 places, most from Zürich, Switzerland with 7.',
  })
  expect(picture.querySelectorAll('circle')).toHaveLength(2)
  expect(loadWorkerUrl).not.toHaveBeenCalled()
})

it('has cards and chips', async () => {
  show()
  await screen.findByText('Zürich, Switzerland')
  expect(screen.getByText('Unique IPs').nextSibling?.textContent).toBe('1,200')
  const chips = (title: string) =>
    within(screen.getByRole('list', { name: title }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  expect(chips('Top hotspots')).toEqual(['Zürich, Switzerland 7', 'Tokyo, Japan 2'])
  expect(chips('Top countries')).toEqual(['Switzerland 7', 'Japan 2'])
})

it('shows its data as a table', async () => {
  show()
  await screen.findByText('Zürich, Switzerland')
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Visitor Geography' }))
  const rows = within(screen.getByRole('table', { name: 'Visitor Geography' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'CountryCityLatitudeLongitudeCount',
    'SwitzerlandZürich47.388.547',
    'JapanTokyo35.68139.692',
  ])
})

it('names the source of the cities, as their licence asks', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'Cities: GeoNames (CC BY 4.0)' })
  expect(link.getAttribute('href')).toBe('https://www.geonames.org/')
})

it('saves its data with cities and coordinates', async () => {
  const saved: Blob[] = []
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved.push(blob)
      return 'blob:saved'
    },
    revokeObjectURL: vi.fn<() => void>(),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  show()
  await screen.findByText('Zürich, Switzerland')
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Visitor Geography' }))
  expect(await saved[0]?.text()).toBe(
    'Country,City,Latitude,Longitude,Count\r\nSwitzerland,Zürich,47.38,8.54,7\r\nJapan,Tokyo,35.68,139.69,2\r\n',
  )
})

it('explains a figure on its card', () => {
  render(
    <GeoMap
      title="Visitor Geography"
      points={[]}
      countries={[]}
      cards={[{ label: 'Unique IPs', value: 7, isApproximate: true, description: 'About as many visitors.' }]}
      loadWorkerUrl={() => Promise.resolve('')}
    />,
  )
  const card = screen.getByText('Unique IPs').parentElement
  expect(card?.textContent).toBe('Unique IPs≈ 7About as many visitors.')
})

it('says so where there is no location', () => {
  render(
    <GeoMap title="Visitor Geography" points={[]} countries={[]} loadWorkerUrl={() => Promise.resolve('')} />,
  )
  expect(screen.getByText('No location data available.')).toBeDefined()
})
