import { useMemo, useRef, useState } from 'react'
import { useReducedMotion } from '../charts/use-reduced-motion.ts'
import { Figure } from '../figure.tsx'
import frame from '../figure.module.css'
import { formatCount } from '../format.ts'
import type { Locale } from '../format.ts'
import { groupGeoPoints, topCountries, topHotspots } from '../geo-points.ts'
import type { CountryCount, GeoPoint } from '../geo-points.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import { useChartColors } from '../use-chart-colors.ts'
import { Chip, Chips } from './chips.tsx'
import classes from './geo-map.module.css'
import type { MapHandle } from './map-handle.ts'
import { MapPicture } from './map-picture.tsx'
import { placeName } from './names/place-name.ts'
import { PointTable, toPointRows } from './point-table.tsx'
import { useGazetteer } from './names/use-gazetteer.ts'

/** A figure above the map. */
export interface MapCard {
  label: string
  /** A value that is no finite number is shown as `–`. */
  value: number
  /** True for an estimate, which is marked `≈`. @default false */
  isApproximate?: boolean | undefined
  /** Explains the figure, under it. */
  description?: string | undefined
}

/** Properties of {@link GeoMap}. */
export interface GeoMapProps {
  title: string
  /**
   * As the server gives them: bad ones are left out, those in one place are added. The map shows all of them as near as
   * it can, and so it does with new points, until a person moves or zooms it.
   */
  points: readonly GeoPoint[]
  countries: readonly CountryCount[]
  /** The summary cards. */
  cards?: readonly MapCard[] | undefined
  /** Stands in the map's place where there is no point. @default 'No location data available.' */
  emptyText?: string | undefined
  /**
   * The address of MapLibre's worker script, asked for when the map comes near the view. Load MapLibre's stylesheet
   * with it, in the layer `org.reset`. With Vite, in a module of its own that is imported here:
   * `export { default as workerUrl } from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'`.
   */
  loadWorkerUrl: () => Promise<string>
  /** Address of another style with its tiles. @default the world that comes with this package, which needs no network */
  styleUrl?: string | undefined
  locale?: Locale
  /** A country's chip or one of its places was pressed: its code. */
  onSelectCountry?: ((code: string) => void) | undefined
  texts?: ChartTexts | undefined
}

const noCards: readonly MapCard[] = []

/**
 * World map of request origins, with circles by count, summary cards, and chips that fly to the top 6 hotspots
 * and the top 4 countries. Its code comes when it is near the view; without WebGL
 * a still picture takes its place.
 */
export function GeoMap(props: GeoMapProps) {
  const { title, points: given, countries, cards = noCards, onSelectCountry } = props
  const { emptyText = 'No location data available.', locale, texts = englishTexts } = props
  const rootRef = useRef<HTMLElement>(null)
  const handleRef = useRef<MapHandle>(null)
  const colors = useChartColors(rootRef)
  const animation = !useReducedMotion()
  const [asTable, setAsTable] = useState(false)
  const points = useMemo(() => groupGeoPoints(given), [given])
  const largest = topHotspots(points, 1)[0]
  const isEmpty = largest === undefined
  const { gazetteer, findCity } = useGazetteer(!isEmpty)
  const nameOf = (place: GeoPoint) => placeName(place, texts, findCity)
  const summary = isEmpty ? '' : summarise(points, { ...largest, name: nameOf(largest) }, texts, locale)
  const table = <PointTable title={title} points={points} texts={texts} locale={locale} findCity={findCity} />

  return (
    <Figure
      ref={rootRef}
      title={title}
      texts={texts}
      emptyText={emptyText}
      isEmpty={isEmpty}
      asTable={asTable}
      onToggle={() => {
        setAsTable(!asTable)
      }}
      rows={() => toPointRows(points, texts, findCity)}
      takePicture={async () => (await handleRef.current?.picture()) ?? null}
      head={cards.length > 0 && <Cards cards={cards} locale={locale} />}
    >
      {asTable ? (
        table
      ) : (
        <MapPicture
          label={`${title}. ${summary}`}
          points={points}
          colors={colors}
          loadWorkerUrl={props.loadWorkerUrl}
          styleUrl={props.styleUrl}
          animation={animation}
          locale={locale}
          texts={texts}
          table={table}
          gazetteer={gazetteer}
          findCity={findCity}
          onSelectCountry={onSelectCountry}
          handleRef={handleRef}
        />
      )}
      {!asTable && (
        <Chips title={texts.hotspots}>
          {topHotspots(points).map((place) => (
            <Chip
              key={`${place.latitude} ${place.longitude}`}
              name={nameOf(place)}
              count={formatCount(place.count, locale)}
              onPress={() => handleRef.current?.show(place)}
              onLeave={() => handleRef.current?.show(null)}
            />
          ))}
        </Chips>
      )}
      {countries.length > 0 && (
        <Chips title={texts.countries}>
          {topCountries(countries).map(({ code, name, count }) => (
            <Chip
              key={code}
              name={name}
              count={formatCount(count, locale)}
              onPress={() => {
                const place = largestIn(code, points)
                if (place !== undefined) handleRef.current?.show(place)
                onSelectCountry?.(code)
              }}
            />
          ))}
        </Chips>
      )}
      {gazetteer && (
        <p className={frame['footnote']}>
          <a href="https://www.geonames.org/">{texts.citiesSource}</a>
        </p>
      )}
    </Figure>
  )
}

function Cards({ cards, locale }: { cards: readonly MapCard[]; locale: Locale }) {
  return (
    <dl className={classes['cards']}>
      {cards.map(({ label, value, isApproximate = false, description }) => (
        <div key={label} className={classes['card']}>
          <dt>{label}</dt>
          <dd>{`${isApproximate && Number.isFinite(value) ? '≈ ' : ''}${formatCount(value, locale)}`}</dd>
          {description && <dd className={classes['description']}>{description}</dd>}
        </div>
      ))}
    </dl>
  )
}

function largestIn(code: string, points: readonly GeoPoint[]): GeoPoint | undefined {
  const places = points.filter(({ countryCode }) => countryCode === code)
  return topHotspots(places, 1)[0]
}

function summarise(
  points: readonly GeoPoint[],
  largest: GeoPoint & { name: string },
  texts: ChartTexts,
  locale: Locale,
): string {
  return texts.mapSummary({
    places: formatCount(points.length, locale),
    requests: formatCount(
      points.reduce((total, { count }) => total + count, 0),
      locale,
    ),
    largest: { name: largest.name, count: formatCount(largest.count, locale) },
  })
}
