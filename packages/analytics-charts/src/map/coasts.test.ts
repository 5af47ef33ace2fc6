import { GeoJSONSource } from 'maplibre-gl'
import type { Map as MapView } from 'maplibre-gl'
import { beforeEach, expect, it, vi } from 'vitest'
import { showDetailWhenNear } from './coasts.ts'
import { detailedWorldShapes } from './world.ts'

vi.mock('./world.ts', () => ({ detailedWorldShapes: vi.fn<() => Promise<unknown>>() }))
const shapes = { type: 'FeatureCollection' as const, features: [] }
const load = vi.mocked(detailedWorldShapes)

beforeEach(() => {
  load.mockReset().mockResolvedValue(shapes)
})

/** jsdom has no WebGL: a map reduced to its zoom and the source of its shapes. */
function openMap(zoom: number, source: unknown = Object.create(GeoJSONSource.prototype)) {
  const setData = vi.fn<(data: unknown) => void>()
  if (source instanceof GeoJSONSource) Object.assign(source, { setData })
  const listeners = new Set<() => unknown>()
  const map = {
    zoom,
    getZoom: () => map.zoom,
    getSource: () => source,
    on: (_: string, listener: () => unknown) => listeners.add(listener),
    off: (_: string, listener: () => unknown) => listeners.delete(listener),
    /** Zooms, and waits for what follows. */
    zoomTo: async (to: number) => {
      map.zoom = to
      for (const listener of listeners) listener()
      await new Promise(setImmediate)
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a map that are read here
  showDetailWhenNear(map as unknown as MapView)
  return { map, setData }
}

it('loads finer coasts once, when the map is at zoom 4 of 256 px tiles', async () => {
  const { map, setData } = openMap(1)
  await map.zoomTo(2.9)
  expect(load).not.toHaveBeenCalled()
  await map.zoomTo(3)
  expect(setData.mock.calls).toEqual([[shapes]])
  await map.zoomTo(5)
  expect(load).toHaveBeenCalledOnce()
})

it('loads them at once for a map that begins near', async () => {
  const { setData } = openMap(4)
  await vi.waitFor(() => {
    expect(setData).toHaveBeenCalledOnce()
  })
})

it('tries again at the next zoom when they cannot be loaded', async () => {
  load.mockRejectedValueOnce(new Error('Offline'))
  const { map, setData } = openMap(1)
  await map.zoomTo(3)
  expect(setData).not.toHaveBeenCalled()
  await map.zoomTo(4)
  expect(setData).toHaveBeenCalledOnce()
})

it('leaves another style alone', async () => {
  const { map } = openMap(5, null)
  await map.zoomTo(6)
  expect(load).not.toHaveBeenCalled()
})
