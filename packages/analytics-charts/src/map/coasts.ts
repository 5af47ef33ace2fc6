import { GeoJSONSource } from 'maplibre-gl'
import type { Map as MapView } from 'maplibre-gl'
import { toMapLibreZoom } from './first-view.ts'
import { worldSource } from './map-style.ts'
import { detailedWorldShapes } from './world.ts'

/** The public zoom from which coasts at 1:110 million look coarse. */
const DETAIL_ZOOM = 4

/** Replaces the shapes of the offline world by finer ones, which load when the map is first zoomed to 4 or nearer. */
export function showDetailWhenNear(map: MapView): void {
  const source = map.getSource(worldSource)
  // Another style has shapes of its own.
  if (!(source instanceof GeoJSONSource)) return
  const load = async () => {
    try {
      const shapes = await detailedWorldShapes()
      // The map may have been removed in the meantime.
      if (map.getSource(worldSource) === source) void source.setData(shapes)
    } catch {
      // The coarse shapes stay; the next zoom tries again.
      map.on('zoomend', show)
    }
  }
  function show() {
    if (map.getZoom() < toMapLibreZoom(DETAIL_ZOOM)) return
    map.off('zoomend', show)
    void load()
  }
  map.on('zoomend', show)
  show()
}
