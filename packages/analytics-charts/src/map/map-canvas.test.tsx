import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ChartColors } from '../chart-colors.ts'
import { englishTexts } from '../texts.ts'
import { MapCanvas, type MapCanvasProps } from './map-canvas.tsx'
import type { MapHandle } from './map-handle.ts'

type Listener = (event?: unknown) => void

/** MapLibre's parts, of which jsdom has no WebGL to draw with. */
const fake = vi.hoisted(() => {
  const state = {
    maps: [] as FakeMap[],
    popups: [] as FakePopup[],
    isBroken: false,
  }
  class FakeSource {
    data: unknown
    setData(data: unknown) {
      this.data = data
      return Promise.resolve()
    }
    getClusterExpansionZoom() {
      return Promise.resolve(4.5)
    }
  }
  class FakeMap {
    options: Record<string, unknown>
    listeners = new Map<string, Listener>()
    sources = new Map<string, FakeSource>()
    layers = new Set<string>(['sea', 'land', 'borders'])
    paints: Record<string, unknown> = {}
    moves: unknown[] = []
    isRemoved = false
    canvas = document.createElement('canvas')
    touchZoomRotate = { disableRotation: () => {} }
    constructor(options: Record<string, unknown>) {
      if (state.isBroken) throw new Error('No WebGL')
      this.options = options
      state.maps.push(this)
    }
    on(name: string, layer: string | Listener, listener?: Listener) {
      this.listeners.set(
        typeof layer === 'string' ? `${name} ${layer}` : name,
        typeof layer === 'string' ? (listener ?? (() => {})) : layer,
      )
    }
    once(name: string, listener: Listener) {
      this.listeners.set(name, listener)
    }
    emit(name: string, event?: unknown) {
      this.listeners.get(name)?.(event)
    }
    off() {}
    addControl() {}
    remove() {
      this.isRemoved = true
    }
    getCanvas() {
      return this.canvas
    }
    getContainer() {
      return { clientWidth: 900, clientHeight: 420 }
    }
    getBounds() {
      return { contains: () => true }
    }
    getCenter() {
      return { lng: 0, lat: 22 }
    }
    getZoom() {
      return 1
    }
    getMaxZoom() {
      return 6
    }
    getSource(id: string) {
      return this.sources.get(id)
    }
    addSource(id: string, { data }: { data: unknown }) {
      this.sources.set(id, Object.assign(new FakeSource(), { data }))
    }
    getLayer(id: string) {
      return this.layers.has(id) ? {} : undefined
    }
    addLayer({ id }: { id: string }) {
      this.layers.add(id)
    }
    setPaintProperty(layer: string, property: string, value: unknown) {
      this.paints[`${layer} ${property}`] = value
    }
    jumpTo(view: unknown) {
      this.moves.push(['jumpTo', view])
    }
    flyTo(view: unknown) {
      this.moves.push(['flyTo', view])
    }
    easeTo(view: unknown) {
      this.moves.push(['easeTo', view])
    }
    triggerRepaint() {
      this.emit('render')
    }
  }
  class FakePopup {
    text: string | null = null
    position: unknown
    constructor() {
      state.popups.push(this)
    }
    setLngLat(position: unknown) {
      this.position = position
      return this
    }
    setOffset() {
      return this
    }
    setDOMContent(content: Element) {
      this.text = content.textContent
      return this
    }
    addTo() {
      return this
    }
    remove() {
      this.text = null
    }
  }
  return { state, FakeMap, FakePopup, FakeSource }
})

vi.mock('maplibre-gl', () => ({
  Map: fake.FakeMap,
  Popup: fake.FakePopup,
  GeoJSONSource: fake.FakeSource,
  NavigationControl: fake.FakeSource,
  setWorkerUrl: () => {},
}))

const colors: ChartColors = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  series: ['#a00'],
  font: 'serif',
  map: { sea: '#eef', land: '#efe', coast: '#ccc' },
}
const zurich = { latitude: 47.38, longitude: 8.54, count: 7, countryCode: 'CH', country: 'Switzerland' }
const sea = { latitude: 0, longitude: 0, count: 90, countryCode: '', country: '' }

const onSelectCountry = vi.fn<(code: string) => void>()
const onFail = vi.fn<() => void>()
const onReady = vi.fn<(handle: MapHandle) => void>()

beforeEach(() => {
  Object.assign(fake.state, { maps: [], popups: [], isBroken: false })
  for (const called of [onSelectCountry, onFail, onReady]) called.mockReset()
})

function show(changes: Partial<MapCanvasProps> = {}) {
  const props: MapCanvasProps = {
    points: [zurich, sea],
    colors,
    workerUrl: 'worker.mjs',
    styleUrl: undefined,
    animation: true,
    locale: 'en',
    texts: englishTexts,
    gazetteer: null,
    findCity: ({ country }) => (country === 'Switzerland' ? { name: 'Zürich', isNear: false } : null),
    onSelectCountry,
    onReady,
    onFail,
    ...changes,
  }
  const view = render(<MapCanvas {...props} />)
  const [map] = fake.state.maps
  if (map === undefined) throw new Error('There is no map.')
  act(() => {
    map.emit('load')
  })
  return {
    map,
    ...view,
    update: (next: Partial<MapCanvasProps>) => view.rerender(<MapCanvas {...props} {...next} />),
  }
}

const featureOf = (properties: object, coordinates = [8.54, 47.38]) => ({
  features: [{ properties, geometry: { type: 'Point', coordinates } }],
})

it('draws a circle for each point, the largest first, with its name, full name and country', async () => {
  const { map } = show()
  await vi.waitFor(() => {
    expect(map.sources.get('requests')?.data).toMatchObject({
      features: [
        { properties: { count: 90, name: '', fullName: 'Unknown place (0, 0)', code: '' } },
        {
          properties: {
            count: 7,
            name: 'Zürich, Switzerland',
            fullName: 'Zürich, Switzerland (47.38, 8.54)',
            code: 'CH',
          },
          geometry: { coordinates: [8.54, 47.38] },
        },
      ],
    })
  })
  expect(map.paints).toMatchObject({ 'circles circle-color': '#a00', 'sea background-color': '#eef' })
})

it('begins with all points in view, from zoom 2 to 7 of 256 px tiles', () => {
  const { map } = show()
  expect(map.options).toMatchObject({ minZoom: 1, maxZoom: 6, dragRotate: false, cooperativeGestures: true })
  expect(map.options['style']).toMatchObject({ sources: { world: { attribution: 'Natural Earth' } } })
  expect(map.moves).toContainEqual(['jumpTo', expect.objectContaining({ zoom: expect.any(Number) })])
})

it('takes another style by its address', () => {
  const { map } = show({ styleUrl: 'https://tiles.example/style.json' })
  expect(map.options['style']).toBe('https://tiles.example/style.json')
})

it('has a tooltip at a circle: a place with its coordinates, or the names of several', () => {
  const { map } = show()
  const [popup] = fake.state.popups
  map.emit('mousemove circles', featureOf({ count: 7, fullName: 'Zürich, Switzerland (47.38, 8.54)' }))
  expect(popup).toMatchObject({ text: 'Zürich, Switzerland (47.38, 8.54): 7', position: [8.54, 47.38] })
  expect(map.canvas.style.cursor).toBe('pointer')
  map.emit('mousemove circles', featureOf({ count: 1200, names: '\u0001Bern\u0001\u0001Basel\u0001' }))
  expect(popup?.text).toBe('Bern and Basel: 1,200')
  map.emit('mouseleave circles')
  expect(popup?.text).toBeNull()
  expect(map.canvas.style.cursor).toBe('')
  map.emit('mousemove circles', { features: [] })
  expect(popup?.text).toBeNull()
})

it('chooses the country of a place that is pressed', () => {
  const { map } = show()
  map.emit('click circles', featureOf({ count: 7, code: 'CH' }))
  expect(onSelectCountry.mock.calls).toEqual([['CH']])
  expect(map.moves.filter((move) => String(move).startsWith('easeTo'))).toEqual([])
})

it('goes nearer to a cluster, as far as it falls apart, and two steps to a place without a country', async () => {
  const { map } = show()
  map.emit('click circles', featureOf({ count: 9, cluster_id: 3 }))
  await vi.waitFor(() => {
    expect(map.moves).toContainEqual(['easeTo', { center: [8.54, 47.38], zoom: 4.5 }])
  })
  map.emit('click circles', featureOf({ count: 9, code: '' }, [0, 0]))
  await vi.waitFor(() => {
    expect(map.moves).toContainEqual(['easeTo', { center: [0, 0], zoom: 3 }])
  })
  expect(onSelectCountry).not.toHaveBeenCalled()
})

it('is shown places by its handle: flying, or at once with less motion', () => {
  const { map, update } = show()
  const handle = onReady.mock.lastCall?.[0]
  const popup = fake.state.popups.at(-1)
  handle?.show(zurich)
  expect(map.moves.at(-1)).toEqual(['flyTo', { center: [8.54, 47.38], zoom: 4 }])
  expect(popup?.text).toBe('Zürich, Switzerland (47.38, 8.54): 7')
  handle?.show(null)
  expect(popup?.text).toBeNull()
  update({ animation: false })
  handle?.show(sea)
  expect(map.moves.at(-1)).toEqual(['jumpTo', { center: [0, 0], zoom: 4 }])
})

it('draws new points and colours into the same map', () => {
  const { map, update } = show()
  update({ points: [sea], colors: { ...colors, series: ['#0a0'] } })
  expect(fake.state.maps).toHaveLength(1)
  expect(map.sources.get('requests')?.data).toMatchObject({ features: [{ properties: { count: 90 } }] })
  expect(map.paints['circles circle-color']).toBe('#0a0')
})

it('gives its picture from the frame in which it is drawn', async () => {
  const { map } = show()
  const png = new Blob(['png'])
  map.canvas.toBlob = (callback) => {
    callback(png)
  }
  expect(await onReady.mock.lastCall?.[0].picture()).toBe(png)
})

it('is removed with its place', () => {
  const { map, unmount } = show()
  unmount()
  expect(map.isRemoved).toBe(true)
})

it('reports that the browser cannot draw it', () => {
  fake.state.isBroken = true
  expect(() => show()).toThrow('There is no map.')
  expect(onFail).toHaveBeenCalledOnce()
})
