import type { Map as MapView } from 'maplibre-gl'
import { type GeoPoint, topHotspots } from '../geo-points.ts'
import { firstView } from './first-view.ts'

/** Camera of a map, as far as fitting it needs it. */
export interface Camera extends Pick<MapView, 'getBounds' | 'getCenter' | 'getContainer' | 'getZoom'> {
  jumpTo: (view: Parameters<MapView['jumpTo']>[0]) => unknown
}

/**
 * Returns a function that shows all points of a map that was opened with their first view. With other points it fits
 * the view again, unless it has been changed since: by a person, or to show a place.
 */
export function createPointsFit(map: Camera): (points: readonly GeoPoint[]) => void {
  let fitted = ''
  return (points) => {
    if (fitted !== '' && fitted !== viewOf(map)) return
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    map.jumpTo(firstView(points, { width, height }))
    lookAtSomething(map, points)
    // As the map has it, which may have moved the centre to keep the world's edge out of sight.
    fitted = viewOf(map)
  }
}

function viewOf(map: Camera): string {
  const { lng, lat } = map.getCenter()
  return `${lng} ${lat} ${map.getZoom()}`
}

/** Shows the largest circle where a narrow screen, which shows a part of the world, would show none. */
function lookAtSomething(map: Camera, points: readonly GeoPoint[]): void {
  const view = map.getBounds()
  const [largest] = topHotspots(points, 1)
  if (largest === undefined) return
  if (points.some(({ latitude, longitude }) => view.contains([longitude, latitude]))) return
  map.jumpTo({ center: [largest.longitude, largest.latitude] })
}
