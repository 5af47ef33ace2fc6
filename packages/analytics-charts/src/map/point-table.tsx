import { DataTable } from '../data-table.tsx'
import { formatCount } from '../format.ts'
import type { Locale } from '../format.ts'
import { type GeoPoint, topHotspots } from '../geo-points.ts'
import type { ChartTexts } from '../texts.ts'
import { type FindCity, cityName } from './names/place-name.ts'

/** The points of the map as a table, the largest first. */
export function PointTable({
  title,
  points,
  texts,
  locale,
  findCity,
}: {
  title: string
  points: readonly GeoPoint[]
  texts: ChartTexts
  locale: Locale
  findCity: FindCity
}) {
  return (
    <DataTable
      caption={title}
      columns={[
        { id: 'country', header: texts.country, cell: ({ country }) => country || texts.unknownPlace },
        { id: 'city', header: texts.city, cell: (point) => cityName(point, texts, findCity) },
        { id: 'latitude', header: texts.latitude, numeric: true, cell: ({ latitude }) => latitude },
        { id: 'longitude', header: texts.longitude, numeric: true, cell: ({ longitude }) => longitude },
        { id: 'count', header: texts.count, numeric: true, cell: ({ count }) => formatCount(count, locale) },
      ]}
      rows={topHotspots(points, points.length)}
      rowKey={({ latitude, longitude }) => `${latitude} ${longitude}`}
    />
  )
}

/** The same as rows of a CSV file, in the order of the points. */
export function toPointRows(points: readonly GeoPoint[], texts: ChartTexts, findCity: FindCity) {
  return [
    [texts.country, texts.city, texts.latitude, texts.longitude, texts.count],
    ...points.map((point) => [
      point.country ?? '',
      cityName(point, texts, findCity),
      point.latitude,
      point.longitude,
      point.count,
    ]),
  ]
}
