import { fileName, groupByPeriod, saveFile, toCsv } from '@org/analytics-charts'
import type { CsvCell, Interval, LineData, Period } from '@org/analytics-charts'
import type { CountedName, GeoStats } from '@org/api-client'
import { localeOr } from '@org/languages'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { filterName } from './filter-name.ts'
import { filterKinds } from './use-view.ts'
import type { View } from './use-view.ts'

/** One part of a file: its title, and its rows with their headings first. */
export interface CsvSection {
  title: string
  rows: readonly (readonly CsvCell[])[]
}

/** Downloads all data of a dashboard as one file with its days and filters. */
export function saveAll(title: string, view: View, sections: readonly CsvSection[]): void {
  const { from, to } = view.range
  saveFile(
    fileName(`${title} ${from} ${to}`, 'csv'),
    new Blob([toCsv(allRows(title, view, sections))], { type: 'text/csv;charset=utf-8' }),
  )
}

function allRows(
  title: string,
  { range, filter }: View,
  sections: readonly CsvSection[],
): readonly (readonly CsvCell[])[] {
  const filters = filterKinds.flatMap((kind) => {
    const value = filter[kind]
    return value === undefined ? [] : [[texts.filters.legend, filterName(kind, value)]]
  })
  return [
    [title],
    [texts.csv.days, range.from, range.to],
    ...filters,
    ...sections.flatMap((section) => [[], [section.title], ...section.rows]),
  ]
}

/** Names and their counts. */
export function namesSection(title: string, names: readonly CountedName[]): CsvSection {
  return {
    title,
    rows: [[texts.csv.name, texts.csv.count], ...names.map(({ name, count }) => [name, count])],
  }
}

/** A row a day, or a row a week or month with its first and last day; a column a series. */
export function seriesSection(title: string, data: LineData, interval: Interval): CsvSection {
  const { periods, series } = groupByPeriod(data, interval, localeOr(undefined))
  const valuesAt = (index: number) => series.map(({ values }) => values[index] ?? null)
  const isDaily = interval === 'day'
  const daysOf = ({ from, to }: Period): CsvCell[] => (isDaily ? [from] : [from, to])
  const head: CsvCell[] = isDaily ? [texts.csv.day] : [texts.range.from, texts.range.to]
  return {
    title,
    rows: [
      head.concat(series.map(({ name }) => name)),
      ...periods.map((period, index) => daysOf(period).concat(valuesAt(index))),
    ],
  }
}

/** The map: its cards, countries and places. */
export function placesSections(title: string, geo: GeoStats): CsvSection[] {
  const { country, latitude, longitude } = texts.csv.place
  return [
    {
      title,
      rows: [
        [texts.csv.figure, texts.csv.count],
        [texts.mapCards.unique, geo.uniqueIps],
        [texts.mapCards.resolved, geo.resolvedIps],
        [texts.mapCards.unresolved, geo.unresolvedIps],
      ],
    },
    namesSection(`${title}: ${texts.csv.countries}`, geo.countries),
    {
      title: `${title}: ${latitude}, ${longitude}`,
      rows: [
        [country, latitude, longitude, texts.csv.count],
        ...geo.points.map((point) => [point.country, point.latitude, point.longitude, point.count]),
      ],
    },
  ]
}
