import { Popup } from 'maplibre-gl'
import type { Map as MapView } from 'maplibre-gl'
import { formatCount } from '../format.ts'
import type { Locale } from '../format.ts'
import type { GeoPoint } from '../geo-points.ts'
import type { ChartTexts } from '../texts.ts'
import { toMapLibreZoom } from './first-view.ts'
import { circleRadius, radiusScale } from './circle-size.ts'
import { fullPlaceName } from './names/place-name.ts'
import type { FindCity } from './names/place-name.ts'

/** Imperative handle of the map, used by the figure around it. */
export interface MapHandle {
  /** Moves to a point and opens its tooltip; null closes the tooltip. */
  show: (place: GeoPoint | null) => void
  /** The picture, as a PNG; null when the browser cannot make it. */
  picture: () => Promise<Blob | null>
}

/** State of the drawn map that the handle reads. */
interface Drawn {
  points: readonly GeoPoint[]
  animation: boolean
  locale: Locale
  texts: ChartTexts
  findCity: FindCity
}

/** A place and its count, as elements: names are data, and never read as HTML. */
export function tooltip(name: string, count: string): HTMLElement {
  const root = document.createElement('div')
  const number = document.createElement('strong')
  number.textContent = count
  root.append(`${name}: `, number)
  return root
}

/** The handle of a map that is there; what it draws is read from `latest`. */
export function handleOf(map: MapView, latest: { readonly current: Drawn }): MapHandle {
  const popup = new Popup({
    closeButton: false,
    closeOnClick: true,
    className: 'org-map-popup',
    maxWidth: '16rem',
  })
  return {
    show: (place) => {
      if (place === null) {
        popup.remove()
        return
      }
      const { animation, locale, texts, points, findCity } = latest.current
      const center: [number, number] = [place.longitude, place.latitude]
      const zoom = Math.max(map.getZoom(), toMapLibreZoom(5))
      if (animation) map.flyTo({ center, zoom })
      else map.jumpTo({ center, zoom })
      const radius = circleRadius(place.count, radiusScale(points.map(({ count }) => count)))
      popup
        .setLngLat(center)
        .setOffset(radius)
        .setDOMContent(tooltip(fullPlaceName(place, texts, findCity), formatCount(place.count, locale)))
        .addTo(map)
    },
    picture: () =>
      new Promise((resolve) => {
        // The drawing buffer holds the picture only until the frame ends.
        map.once('render', () => {
          map.getCanvas().toBlob(resolve, 'image/png')
        })
        map.triggerRepaint()
      }),
  }
}
