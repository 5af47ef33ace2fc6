import { LngLat, LngLatBounds } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { firstView } from './first-view.ts'
import { type Camera, createPointsFit } from './fit-points.ts'

const size = { width: 900, height: 420 }
const london = { latitude: 51.5, longitude: -0.1, count: 3 }
const paris = { latitude: 48.9, longitude: 2.3, count: 1 }
const sydney = { latitude: -33.9, longitude: 151.2, count: 9 }

/** jsdom has no WebGL: a map reduced to its camera, which shows `span` degrees around its centre. */
function openCamera(span = 180): Camera {
  let center = new LngLat(0, 22)
  let zoom = 1
  const container = document.createElement('div')
  Object.defineProperties(container, {
    clientWidth: { value: size.width },
    clientHeight: { value: size.height },
  })
  const camera: Camera = {
    getBounds: () =>
      new LngLatBounds([center.lng - span, Math.max(-85, center.lat - span)], [center.lng + span, 85]),
    getCenter: () => center,
    getContainer: () => container,
    getZoom: () => zoom,
    jumpTo: (to) => {
      if (to.center !== undefined) center = LngLat.convert(to.center)
      zoom = to.zoom ?? zoom
    },
  }
  return camera
}

const viewOf = (map: Camera) => ({ center: map.getCenter().toArray(), zoom: map.getZoom() })

it('shows all points, and other points after them', () => {
  const map = openCamera()
  const fitPoints = createPointsFit(map)
  for (const points of [[london, paris], [sydney], []]) {
    fitPoints(points)
    expect(viewOf(map)).toEqual(firstView(points, size))
  }
})

it('leaves the view alone once it has been changed', () => {
  const map = openCamera()
  const fitPoints = createPointsFit(map)
  fitPoints([london, paris])
  map.jumpTo({ center: [10, 10], zoom: 3 })
  fitPoints([sydney])
  expect(viewOf(map)).toEqual({ center: [10, 10], zoom: 3 })
})

it('shows the largest circle where the whole map would show none', () => {
  const map = openCamera(20)
  createPointsFit(map)([sydney, { ...sydney, longitude: -120, count: 1 }, { ...london, longitude: 40 }])
  expect(map.getCenter().toArray()).toEqual([sydney.longitude, sydney.latitude])
})
