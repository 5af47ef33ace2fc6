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
    name: 'Visitor Geography. 9 requests from 2 places, most from Switzerland (47.38, 8.54) with 7.',
  })
  expect(picture.querySelectorAll('circle')).toHaveLength(2)
  expect(loadWorkerUrl).not.toHaveBeenCalled()
})

it('has cards and chips', async () => {
  show()
  await screen.findByRole('img')
  expect(screen.getByText('Unique IPs').nextSibling?.textContent).toBe('1,200')
  const chips = (title: string) =>
    within(screen.getByRole('list', { name: title }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  expect(chips('Top hotspots')).toEqual(['Switzerland (47.38, 8.54) 7', 'Japan (35.68, 139.69) 2'])
  expect(chips('Top countries')).toEqual(['Switzerland 7', 'Japan 2'])
})

it('shows its data as a table', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Visitor Geography' }))
  const rows = within(screen.getByRole('table', { name: 'Visitor Geography' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'CountryLatitudeLongitudeCount',
    'Switzerland47.388.547',
    'Japan35.68139.692',
  ])
})

it('says so where there is no location', () => {
  render(
    <GeoMap title="Visitor Geography" points={[]} countries={[]} loadWorkerUrl={() => Promise.resolve('')} />,
  )
  expect(screen.getByText('No location data available.')).toBeDefined()
})
