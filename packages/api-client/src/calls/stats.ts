import type { CallOptions, Http } from '../http.ts'
import { amount, flag, id, list, or, shape, text } from '../decode.ts'
import type { Decoder } from '../decode.ts'

/** UTC days, `2026-11-21`, both included. The last 30 when left out. */
export interface StatsRange {
  from?: string | undefined
  to?: string | undefined
}

/** Filter: only conversations that match every given value. */
export interface StatsFilter {
  product?: string | undefined
  author?: string | undefined
  topic?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
}

/** A name and how often it came up. */
export interface CountedName {
  name: string
  count: number
}

/** A name and its count of each day. */
export interface DailySeries {
  name: string
  daily: number[]
}

/** Statistics of products. */
export interface ProductStats {
  totalEvents: number
  topProducts: CountedName[]
  topAuthors: CountedName[]
  days: string[]
  dailyTotal: number[]
  perProductSeries: DailySeries[]
}

/** Statistics of subjects. */
export interface SubjectStats {
  totalClassified: number
  topSubjects: CountedName[]
  days: string[]
  perSubjectSeries: DailySeries[]
}

/** A country and how often it asked. */
export interface CountryCount {
  code: string
  name: string
  count: number
}

/** One place on the map; `ip` is masked. */
export interface GeoPoint {
  latitude: number
  longitude: number
  count: number
  countryCode: string
  country: string
  ip: string
}

/** Statistics of locations. */
export interface GeoStats {
  countries: CountryCount[]
  points: GeoPoint[]
  resolvedIps: number
  uniqueIps: number
  unresolvedIps: number
  /** True when these three counts are estimates: for an admin, over very many messages. */
  isApproximate: boolean
}

/** A widget as the dashboards name it. */
export interface Widget {
  id: string
  name: string
}

/** Everything about a client's widgets. */
export interface ClientStats {
  summary: {
    uniqueConversations: number
    uniqueIps: number
    /** True when the two counts above are estimates: for an admin, over very many messages. */
    isApproximate: boolean
    userMessages: number
    assistantMessages: number
    totalMessages: number
    widgetIds: string[]
  }
  messages: { days: string[]; user: number[]; total: number[] }
  prod: ProductStats
  subs: SubjectStats
  geo: GeoStats
}

const count = or(amount, 0)
const counts = or(list(count), [])
const days = or(list(text), [])
const countedNames = or(list(shape<CountedName>({ name: text, count })), [])
const series = or(list(shape<DailySeries>({ name: text, daily: counts })), [])

/** Reads the product statistics. */
const decodeProductStats: Decoder<ProductStats> = shape<ProductStats>({
  totalEvents: count,
  topProducts: countedNames,
  topAuthors: countedNames,
  days,
  dailyTotal: counts,
  perProductSeries: series,
})

/** Reads the subject statistics. */
const decodeSubjectStats: Decoder<SubjectStats> = shape<SubjectStats>({
  totalClassified: count,
  topSubjects: countedNames,
  days,
  perSubjectSeries: series,
})

/** Reads the geography; a point without a finite place is left out (specification 2, section 5). */
const decodeGeoStats: Decoder<GeoStats> = shape<GeoStats>({
  countries: or(list(shape<CountryCount>({ code: or(text, ''), name: or(text, ''), count })), []),
  points: or(
    list(
      shape<GeoPoint>({
        latitude: amount,
        longitude: amount,
        count,
        countryCode: or(text, ''),
        country: or(text, ''),
        ip: or(text, ''),
      }),
    ),
    [],
  ),
  resolvedIps: count,
  uniqueIps: count,
  unresolvedIps: count,
  isApproximate: or(flag, false),
})

/** Reads a widget. */
const decodeWidget: Decoder<Widget> = shape<Widget>({ id, name: or(text, '') })

/** Reads a client's statistics. */
const decodeClientStats: Decoder<ClientStats> = shape<ClientStats>({
  summary: shape<ClientStats['summary']>({
    uniqueConversations: count,
    uniqueIps: count,
    isApproximate: or(flag, false),
    userMessages: count,
    assistantMessages: count,
    totalMessages: count,
    widgetIds: or(list(id), []),
  }),
  messages: shape<ClientStats['messages']>({ days, user: counts, total: counts }),
  prod: decodeProductStats,
  subs: decodeSubjectStats,
  geo: decodeGeoStats,
})

/** Range and filter of a statistics call. */
export interface StatsQuery extends StatsRange, StatsFilter {}

/** Client and widgets of a statistics call. */
export interface ClientStatsOptions extends StatsQuery, CallOptions {
  widgets?: readonly string[] | undefined
  /** Only an admin may name another client. */
  clientId?: string | undefined
}

/** The calls of the dashboards. */
export interface StatsCalls {
  productStats: (options?: StatsQuery & CallOptions) => Promise<ProductStats>
  subjectStats: (options?: StatsQuery & CallOptions) => Promise<SubjectStats>
  geoStats: (options?: StatsQuery & CallOptions) => Promise<GeoStats>
  clientWidgets: (options?: CallOptions & { clientId?: string }) => Promise<Widget[]>
  clientStats: (options?: ClientStatsOptions) => Promise<ClientStats>
}

const decodeWidgets = shape<{ widgets: Widget[] }>({ widgets: list(decodeWidget) })

/** The calls of {@link StatsCalls}. */
export function createStatsCalls({ call }: Http): StatsCalls {
  // Specification 2, section 7: the three global calls are not cached.
  const cache = 'no-store'
  return {
    productStats: ({ signal, ...query } = {}) =>
      call(decodeProductStats, { path: '/api/stats/product-queries', query: { ...query }, cache, signal }),
    subjectStats: ({ signal, ...query } = {}) =>
      call(decodeSubjectStats, { path: '/api/stats/chat-subjects', query: { ...query }, cache, signal }),
    geoStats: ({ signal, ...query } = {}) =>
      call(decodeGeoStats, { path: '/api/stats/message-geo', query: { ...query }, cache, signal }),
    clientWidgets: async ({ signal, clientId } = {}) =>
      (await call(decodeWidgets, { path: '/api/client/widgets', query: { clientId }, signal })).widgets,
    clientStats: ({ signal, widgets, clientId, ...query } = {}) =>
      call(decodeClientStats, {
        path: '/api/client/stats',
        query: { ...query, widgets: widgets?.join(','), clientId },
        signal,
      }),
  }
}
