import type { Interval } from './charts/periods.ts'

/** Every text of the charts and the map that is not data; each can be replaced, for another language. */
export interface ChartTexts {
  showTable: string
  showChart: string
  saveCsv: string
  savePng: string
  pngFailed: string
  /** Stands in a chart's place when its code could not be loaded. */
  drawingFailed: string
  retry: string
  day: string
  week: string
  month: string
  /** First and last day of a week or month, as columns of a CSV file. */
  from: string
  to: string
  /** Marks the name of a week or month of which the data has only a part. */
  partial: (period: string) => string
  /** Stands under a chart that has such a week or month. */
  partialNote: string
  name: string
  count: string
  total: string
  latitude: string
  longitude: string
  country: string
  unknownPlace: string
  /** Stands for a value that is unknown: a gap of a line, a bar without a count. */
  noValue: string
  city: string
  /** A city and its country. */
  cityInCountry: (city: string, country: string) => string
  /** A place beside a city: 10 to 50 km from its centre. */
  near: (city: string) => string
  /** A city or country, and two coordinates in it. */
  place: (name: string, coordinates: string) => string
  /** Names the source of the cities, under the map; a link to it. */
  citiesSource: string
  hotspots: string
  countries: string
  /** Stands by the picture that replaces the map on a machine without WebGL. */
  withoutWebGl: string
  /** Accessible name of the interactive map. */
  map: string
  zoomIn: string
  zoomOut: string
  /** The button that shows whose map it is. */
  attribution: string
  /** Said to whoever turns the wheel over the map; on Apple's computers with another key. */
  scrollHint: string
  appleScrollHint: string
  /** Said to whoever moves the map with one finger. */
  touchHint: string
  /** A line chart in a sentence. */
  linesSummary: (facts: LinesFacts) => string
  /** A bar chart in a sentence. */
  barsSummary: (facts: BarsFacts) => string
  /** The map in a sentence. */
  mapSummary: (facts: MapFacts) => string
}

/** Arguments of the summary sentence of a line chart, already formatted. */
export interface LinesFacts {
  from: string
  to: string
  /** The length of the periods in which `highest` was counted. */
  interval: Interval
  series: readonly { name: string; total: string; highest: string; highestDay: string }[]
}

/** Arguments of the summary sentence of a bar chart, already formatted. */
export interface BarsFacts {
  bars: string
  largest: { name: string; count: string }
  smallest: { name: string; count: string }
}

/** Arguments of the summary sentence of a map, already formatted. */
export interface MapFacts {
  places: string
  requests: string
  largest: { name: string; count: string }
}

export const englishTexts: ChartTexts = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  saveCsv: 'Save as CSV',
  savePng: 'Save as PNG',
  pngFailed: 'The picture could not be made. The data can be saved as CSV.',
  drawingFailed: 'The chart could not be loaded. Its data is in the table.',
  retry: 'Try again',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  from: 'From',
  to: 'To',
  partial: (period) => `${period} (partial)`,
  partialNote: 'Outlined: only a part of the period is in the data.',
  name: 'Name',
  count: 'Count',
  total: 'Total',
  latitude: 'Latitude',
  longitude: 'Longitude',
  country: 'Country',
  unknownPlace: 'Unknown place',
  noValue: 'No data',
  city: 'City',
  cityInCountry: (city, country) => `${city}, ${country}`,
  near: (city) => `near ${city}`,
  place: (name, coordinates) => `${name} (${coordinates})`,
  citiesSource: 'Cities: GeoNames (CC BY 4.0)',
  hotspots: 'Top hotspots',
  countries: 'Top countries',
  withoutWebGl: 'This browser cannot draw the moving map, so here is a still one.',
  map: 'Map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  attribution: 'Toggle attribution',
  scrollHint: 'Use Ctrl + scroll to zoom the map',
  appleScrollHint: 'Use ⌘ + scroll to zoom the map',
  touchHint: 'Use two fingers to move the map',
  linesSummary: ({ from, to, interval, series }) =>
    `${from} to ${to}. ${series
      .map(
        ({ name, total, highest, highestDay }) =>
          `${name}: ${total} in total, at most ${highest} ${interval === 'day' ? 'on' : 'in'} ${highestDay}.`,
      )
      .join(' ')}`,
  barsSummary: ({ bars, largest, smallest }) =>
    `${bars} bars, from ${largest.name} with ${largest.count} to ${smallest.name} with ${smallest.count}.`,
  mapSummary: ({ places, requests, largest }) =>
    `${requests} requests from ${places} places, most from ${largest.name} with ${largest.count}.`,
}
