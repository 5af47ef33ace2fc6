import { useId, useMemo, useRef, useState } from 'react'
import colorClasses from '../chart-colors.module.css'
import { useReducedMotion } from '../charts/use-reduced-motion.ts'
import { toCsv } from '../csv.ts'
import { DataTable } from '../data-table.tsx'
import { FigureTools } from '../figure-tools.tsx'
import frame from '../figure.module.css'
import { formatCount } from '../format.ts'
import type { Locale } from '../format.ts'
import { groupGeoPoints, topCountries, topHotspots } from '../geo-points.ts'
import type { CountryCount, GeoPoint } from '../geo-points.ts'
import { fileName, saveFile } from '../save-file.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import { useChartColors } from '../use-chart-colors.ts'
import { Chip, Chips } from './chips.tsx'
import classes from './geo-map.module.css'
import type { MapHandle } from './map-handle.ts'
import { MapPicture } from './map-picture.tsx'
import { placeName } from './place-name.ts'

/** A figure above the map. */
export interface MapCard {
  label: string
  value: number
  /** Whether the value is an estimate, which is marked `≈`. @default false */
  isApproximate?: boolean | undefined
}

/** Properties of {@link GeoMap}. */
export interface GeoMapProps {
  title: string
  /** As the server gives them: bad ones are left out, those in one place are added. */
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

/**
 * Where requests come from: a world map with circles by count, summary cards, and chips that fly to the top 6 hotspots
 * and the top 4 countries (specification 2, sections 5 and 9). Its code comes when it is near the view; without WebGL
 * a still picture takes its place.
 */
export function GeoMap({
  title,
  points: given,
  countries,
  cards,
  emptyText = 'No location data available.',
  loadWorkerUrl,
  styleUrl,
  locale,
  onSelectCountry,
  texts = englishTexts,
}: GeoMapProps) {
  const titleId = useId()
  const rootRef = useRef<HTMLElement>(null)
  const handleRef = useRef<MapHandle>(null)
  const colors = useChartColors(rootRef)
  const animation = !useReducedMotion()
  const [asTable, setAsTable] = useState(false)
  const [pngFailed, setPngFailed] = useState(false)
  const points = useMemo(() => groupGeoPoints(given), [given])
  const largest = topHotspots(points, 1)[0]
  const isEmpty = largest === undefined
  const summary = isEmpty ? '' : summarise(points, largest, texts, locale)

  const savePng = async () => {
    const picture = (await handleRef.current?.picture()) ?? null
    setPngFailed(picture === null)
    if (picture !== null) saveFile(fileName(title, 'png'), picture)
  }
  const table = (
    <DataTable
      caption={title}
      columns={[
        { id: 'country', header: texts.country, cell: ({ country }) => country || texts.unknownPlace },
        { id: 'latitude', header: texts.latitude, numeric: true, cell: ({ latitude }) => latitude },
        { id: 'longitude', header: texts.longitude, numeric: true, cell: ({ longitude }) => longitude },
        { id: 'count', header: texts.count, numeric: true, cell: ({ count }) => formatCount(count, locale) },
      ]}
      rows={topHotspots(points, points.length)}
      rowKey={({ latitude, longitude }) => `${latitude} ${longitude}`}
    />
  )

  return (
    <figure
      ref={rootRef}
      className={`${colorClasses['colors']} ${frame['figure']}`}
      aria-labelledby={titleId}
    >
      <figcaption className={frame['head']}>
        <h2 id={titleId} className={frame['title']}>
          {title}
        </h2>
        {!isEmpty && (
          <FigureTools
            title={title}
            texts={texts}
            asTable={asTable}
            onToggle={() => {
              setAsTable(!asTable)
            }}
            onCsv={() => {
              const rows = points.map(({ country, latitude, longitude, count }) => [
                country ?? '',
                latitude,
                longitude,
                count,
              ])
              const csv = toCsv([[texts.country, texts.latitude, texts.longitude, texts.count], ...rows])
              saveFile(fileName(title, 'csv'), new Blob([csv], { type: 'text/csv;charset=utf-8' }))
            }}
            onPng={asTable ? undefined : () => void savePng()}
          />
        )}
      </figcaption>
      {pngFailed && (
        <p className={frame['failure']} role="alert">
          {texts.pngFailed}
        </p>
      )}
      {cards !== undefined && cards.length > 0 && (
        <dl className={classes['cards']}>
          {cards.map(({ label, value, isApproximate = false }) => (
            <div key={label} className={classes['card']}>
              <dt>{label}</dt>
              <dd>{`${isApproximate ? '≈ ' : ''}${formatCount(value, locale)}`}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEmpty && <p className={frame['empty']}>{emptyText}</p>}
      {!isEmpty && asTable && table}
      {!isEmpty && !asTable && (
        <MapPicture
          label={`${title}. ${summary}`}
          points={points}
          colors={colors}
          loadWorkerUrl={loadWorkerUrl}
          styleUrl={styleUrl}
          animation={animation}
          locale={locale}
          texts={texts}
          table={table}
          onSelectCountry={onSelectCountry}
          handleRef={handleRef}
        />
      )}
      {!isEmpty && !asTable && (
        <Chips title={texts.hotspots}>
          {topHotspots(points).map((place) => (
            <Chip
              key={`${place.latitude} ${place.longitude}`}
              name={placeName(place, texts)}
              count={formatCount(place.count, locale)}
              onPress={() => handleRef.current?.show(place)}
              onLeave={() => handleRef.current?.show(null)}
            />
          ))}
        </Chips>
      )}
      {!isEmpty && countries.length > 0 && (
        <Chips title={texts.countries}>
          {topCountries(countries).map(({ code, name, count }) => (
            <Chip
              key={code}
              name={name}
              count={formatCount(count, locale)}
              onPress={() => {
                const place = topHotspots(
                  points.filter(({ countryCode }) => countryCode === code),
                  1,
                )[0]
                if (place !== undefined) handleRef.current?.show(place)
                onSelectCountry?.(code)
              }}
            />
          ))}
        </Chips>
      )}
    </figure>
  )
}

function summarise(
  points: readonly GeoPoint[],
  largest: GeoPoint,
  texts: ChartTexts,
  locale: Locale,
): string {
  return texts.mapSummary({
    places: formatCount(points.length, locale),
    requests: formatCount(
      points.reduce((total, { count }) => total + count, 0),
      locale,
    ),
    largest: { name: placeName(largest, texts), count: formatCount(largest.count, locale) },
  })
}
