import type { FeatureCollection, Point } from 'geojson'
import { GeoJSONSource, Map as MapView, NavigationControl, Popup, setWorkerUrl } from 'maplibre-gl'
import type { MapGeoJSONFeature } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { ChartColors } from '../chart-colors.ts'
import { formatCount } from '../format.ts'
import type { Locale } from '../format.ts'
import type { GeoPoint } from '../geo-points.ts'
import { LEAST_ZOOM, MOST_ZOOM } from '../map-view.ts'
import { radiusExpression, radiusScale } from './circle-size.ts'
import { nameOf, namesProperty } from './names/cluster-name.ts'
import { firstView, toMapLibreZoom } from './first-view.ts'
import { createPointsFit } from './fit-points.ts'
import type { ChartTexts } from '../texts.ts'
import { showDetailWhenNear } from './coasts.ts'
import { drawLabels } from './names/map-labels.ts'
import { handleOf, tooltip } from './map-handle.ts'
import type { MapHandle } from './map-handle.ts'
import { layers, offlineStyle } from './map-style.ts'
import { fullPlaceName, placeName } from './names/place-name.ts'
import type { FindCity } from './names/place-name.ts'
import type { Gazetteer } from './names/use-gazetteer.ts'

const source = 'requests'
const circles = 'circles'

/** Properties of {@link MapCanvas}. */
export interface MapCanvasProps {
  points: readonly GeoPoint[]
  colors: ChartColors
  /** Address of MapLibre's worker script. */
  workerUrl: string
  /** Address of another style with its tiles; left out: the world that comes with this package. */
  styleUrl: string | undefined
  /** Off where the person prefers less motion. */
  animation: boolean
  locale: Locale
  texts: ChartTexts
  /** Positions of the names on the map; null while they are not loaded. */
  gazetteer: Gazetteer | null
  findCity: FindCity
  /** A place was pressed whose country is known: its code. Without it a press goes nearer. */
  onSelectCountry: ((code: string) => void) | undefined
  onReady: (handle: MapHandle) => void
  /** The browser cannot draw it. */
  onFail: () => void
}

/** The map that moves: circles by count, gathered where they are close, a tooltip at each. */
export function MapCanvas(props: MapCanvasProps) {
  const { points, colors, gazetteer, findCity, locale, texts } = props
  const containerRef = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [drawn, setDrawn] = useState<{ map: MapView; fitPoints: ReturnType<typeof createPointsFit> } | null>(
    null,
  )

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const opened = containerRef.current && open(containerRef.current, latest)
    opened?.once('load', () => {
      showDetailWhenNear(opened)
      setDrawn({ map: opened, fitPoints: createPointsFit(opened) })
      latest.current.onReady(handleOf(opened, latest))
    })
    return () => {
      setDrawn(null)
      opened?.remove()
    }
  }, [])

  useEffect(() => {
    if (drawn !== null) draw(drawn.map, { points, colors, texts, findCity })
  }, [drawn, points, colors, texts, findCity])

  useEffect(() => {
    if (drawn !== null && gazetteer !== null) drawLabels(drawn.map, gazetteer, colors, locale)
  }, [drawn, gazetteer, colors, locale])

  useEffect(() => {
    drawn?.fitPoints(points)
  }, [drawn, points])

  return <div ref={containerRef} style={{ blockSize: '100%' }} />
}

function open(container: HTMLElement, latest: { readonly current: MapCanvasProps }): MapView | null {
  const { workerUrl, styleUrl, colors, texts, points } = latest.current
  setWorkerUrl(workerUrl)
  try {
    const map = new MapView({
      container,
      style: styleUrl ?? offlineStyle(colors),
      ...firstView(points, { width: container.clientWidth, height: container.clientHeight }),
      minZoom: toMapLibreZoom(LEAST_ZOOM),
      maxZoom: toMapLibreZoom(MOST_ZOOM),
      dragRotate: false,
      touchPitch: false,
      // A page that is scrolled must not be caught by the map.
      cooperativeGestures: true,
      attributionControl: { compact: true },
      locale: {
        'Map.Title': texts.map,
        'NavigationControl.ZoomIn': texts.zoomIn,
        'NavigationControl.ZoomOut': texts.zoomOut,
        'AttributionControl.ToggleAttribution': texts.attribution,
        'CooperativeGesturesHandler.WindowsHelpText': texts.scrollHint,
        'CooperativeGesturesHandler.MacHelpText': texts.appleScrollHint,
        'CooperativeGesturesHandler.MobileHelpText': texts.touchHint,
      },
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    listen(map, latest)
    return map
  } catch {
    latest.current.onFail()
    return null
  }
}

function listen(map: MapView, latest: { readonly current: MapCanvasProps }): void {
  const popup = new Popup({
    closeButton: false,
    closeOnClick: false,
    className: 'org-map-popup',
    maxWidth: '16rem',
  })
  map.on('mousemove', circles, ({ features }) => {
    const [hovered] = features ?? []
    if (hovered === undefined) return
    map.getCanvas().style.cursor = 'pointer'
    popup.setLngLat(positionOf(hovered)).setDOMContent(describe(hovered, latest.current)).addTo(map)
  })
  map.on('mouseleave', circles, () => {
    map.getCanvas().style.cursor = ''
    popup.remove()
  })
  map.on('click', circles, ({ features }) => {
    const [pressed] = features ?? []
    if (pressed === undefined) return
    const code: unknown = pressed.properties['code']
    const { onSelectCountry } = latest.current
    if (onSelectCountry !== undefined && typeof code === 'string' && code !== '') onSelectCountry(code)
    else void zoomInto(map, pressed)
  })
}

async function zoomInto(map: MapView, pressed: MapGeoJSONFeature): Promise<void> {
  const data = map.getSource(source)
  const cluster: unknown = pressed.properties['cluster_id']
  let zoom = Math.min(map.getZoom() + 2, map.getMaxZoom())
  if (data instanceof GeoJSONSource && typeof cluster === 'number') {
    try {
      zoom = await data.getClusterExpansionZoom(cluster)
    } catch {
      // The points have changed since: two steps nearer will do.
    }
  }
  map.easeTo({ center: positionOf(pressed), zoom })
}

/** Data and colours of the circles. */
type Circles = Pick<MapCanvasProps, 'points' | 'colors' | 'texts' | 'findCity'>

function draw(map: MapView, props: Circles): void {
  const { points, colors } = props
  const scale = radiusScale(points.map(({ count }) => count))
  const data = toFeatures(props)
  const known = map.getSource(source)
  if (known instanceof GeoJSONSource) void known.setData(data)
  else {
    map.addSource(source, {
      type: 'geojson',
      data,
      cluster: true,
      clusterRadius: 36,
      clusterMaxZoom: 5,
      clusterProperties: { count: ['+', ['get', 'count']], names: namesProperty },
    })
    map.addLayer({ id: circles, type: 'circle', source })
  }
  map.setPaintProperty(circles, 'circle-radius', radiusExpression(scale))
  map.setPaintProperty(circles, 'circle-color', colors.series[0])
  map.setPaintProperty(circles, 'circle-opacity', 0.55)
  map.setPaintProperty(circles, 'circle-stroke-color', colors.series[0])
  map.setPaintProperty(circles, 'circle-stroke-width', 1.5)
  if (map.getLayer(layers.sea) === undefined) return
  map.setPaintProperty(layers.sea, 'background-color', colors.map.sea)
  map.setPaintProperty(layers.land, 'fill-color', colors.map.land)
  map.setPaintProperty(layers.borders, 'line-color', colors.map.coast)
}

function toFeatures({ points, texts, findCity }: Circles): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    // The largest first, so that a small circle is drawn over it and not under.
    features: points
      .toSorted((a, b) => b.count - a.count)
      .map((point) => ({
        type: 'Feature',
        // Several places in one circle have no code and no full name, only a count and perhaps names.
        properties: {
          count: point.count,
          name: findCity(point) === null ? (point.country ?? '') : placeName(point, texts, findCity),
          fullName: fullPlaceName(point, texts, findCity),
          code: point.countryCode ?? '',
        },
        geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
      })),
  }
}

function positionOf({ geometry }: MapGeoJSONFeature): [number, number] {
  const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : []
  return [longitude, latitude]
}

function describe({ properties }: MapGeoJSONFeature, { locale, texts }: MapCanvasProps): HTMLElement {
  const fullName: unknown = properties['fullName']
  const name = typeof fullName === 'string' ? fullName : nameOf(properties, locale, texts.unknownPlace)
  return tooltip(name, formatCount(Number(properties['count']), locale))
}
