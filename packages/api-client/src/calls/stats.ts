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

/** Sums over answers. Each field names what it is a part of. */
export interface OutcomeCounts {
  answers: number
  /** Answers by outcome; those that did not end have none. */
  answered: number
  approved: number
  partial: number
  uncovered: number
  refused: number
  safety: number
  /** Answers whose model failed. */
  failed: number
  ratedUp: number
  ratedDown: number
  /** Answers that cite sources. */
  cited: number
  /** Those of `cited` with at least one opened source. */
  opened: number
  /** Answers that show products. */
  shown: number
  /** Those of `shown` with at least one clicked product. */
  clicked: number
  /** Clicked products; an answer may have several. */
  clicks: number
  /** Tokens that models read and wrote. */
  tokens: number
  /** Those of `tokens` that models wrote. */
  outputTokens: number
  /** Millionths of the currency, of the answers whose price is known. */
  costMicros: number
  /** Answers of models whose price is unknown: `costMicros` does not contain them. */
  unpriced: number
}

/** Sums over the answers of a widget or a client. */
export interface NamedOutcomes {
  /** Null for the site itself, and for widgets without owner. */
  id: string | null
  /** Null for a deleted widget. */
  name: string | null
  counts: OutcomeCounts
}

/** Outcomes of answers. */
export interface OutcomeStats {
  /** ISO 4217 code. */
  currency: string
  total: OutcomeCounts
  days: string[]
  /** Sums of each day. */
  daily: OutcomeCounts[]
  widgets: NamedOutcomes[]
  /** Empty for a client. */
  clients: NamedOutcomes[]
  models: { name: string; counts: OutcomeCounts }[]
}

/** An amount of money in the smallest unit of its currency, such as cents. */
export interface Money {
  /** ISO 4217 code. */
  currency: string
  /** Digits after the decimal separator: 2 for cents. */
  decimals: number
  total: number
}

/** Orders that follow a product click. */
export interface OrderStats {
  /** Days after a click in which an order counts. */
  windowDays: number
  /** Clicked products of the range. */
  clicks: number
  orders: number
  /** Value of the orders. */
  totals: Money[]
  /** Clicked products. An order after clicks on several counts for each. */
  products: {
    name: string
    /** Orders after a click on the product. */
    orders: number
    /** Those of `orders` that contain the product. */
    bought: number
    totals: Money[]
  }[]
  /** At most 50 orders, the latest first. */
  latest: {
    id: string
    /** ISO time of the report. */
    at: string
    value: Money
    /** Products that were clicked before the order. */
    products: string[]
  }[]
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

/** Reads the geography; a point without a finite place is left out. */
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
/** Messages and visitors of widgets, which other systems read, too. */
export const summaryFields = {
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
}

const decodeClientStats: Decoder<ClientStats> = shape<ClientStats>({
  ...summaryFields,
  prod: decodeProductStats,
  subs: decodeSubjectStats,
  geo: decodeGeoStats,
})

const decodeCounts = shape<OutcomeCounts>({
  answers: count,
  answered: count,
  approved: count,
  partial: count,
  uncovered: count,
  refused: count,
  safety: count,
  failed: count,
  ratedUp: count,
  ratedDown: count,
  cited: count,
  opened: count,
  shown: count,
  clicked: count,
  clicks: count,
  tokens: count,
  outputTokens: count,
  costMicros: count,
  unpriced: count,
})

const decodeNamed = or(
  list(shape<NamedOutcomes>({ id: or(id, null), name: or(text, null), counts: decodeCounts })),
  [],
)

/** Reads the outcomes of answers. */
const decodeOutcomes: Decoder<OutcomeStats> = shape<OutcomeStats>({
  currency: or(text, 'USD'),
  total: decodeCounts,
  days,
  daily: or(list(decodeCounts), []),
  widgets: decodeNamed,
  clients: decodeNamed,
  models: or(list(shape<OutcomeStats['models'][number]>({ name: text, counts: decodeCounts })), []),
})

const decodeMoney = shape<Money>({ currency: text, decimals: count, total: count })
const decodeTotals = or(list(decodeMoney), [])

/** Reads the orders that follow a product click. */
const decodeOrders: Decoder<OrderStats> = shape<OrderStats>({
  windowDays: count,
  clicks: count,
  orders: count,
  totals: decodeTotals,
  products: or(
    list(
      shape<OrderStats['products'][number]>({
        name: text,
        orders: count,
        bought: count,
        totals: decodeTotals,
      }),
    ),
    [],
  ),
  latest: or(
    list(
      shape<OrderStats['latest'][number]>({
        id,
        at: text,
        value: decodeMoney,
        products: or(list(text), []),
      }),
    ),
    [],
  ),
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
  /** Outcomes of the answers: everything for an admin, for a client their own widgets. */
  outcomeStats: (options?: StatsQuery & CallOptions) => Promise<OutcomeStats>
  /** Outcomes of the answers of some widgets. */
  clientOutcomes: (options?: ClientStatsOptions) => Promise<OutcomeStats>
  /** Orders that follow a product click in some widgets. Filters do not apply. */
  clientOrders: (options?: Omit<ClientStatsOptions, keyof StatsFilter>) => Promise<OrderStats>
  /** Removes an order from the figures, such as an invented one. */
  deleteOrder: (orderId: string, options?: CallOptions) => Promise<void>
}

const decodeWidgets = shape<{ widgets: Widget[] }>({ widgets: list(decodeWidget) })

/** The calls of {@link StatsCalls}. */
export function createStatsCalls({ call, tell }: Http): StatsCalls {
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
    outcomeStats: ({ signal, ...query } = {}) =>
      call(decodeOutcomes, { path: '/api/stats/outcomes', query: { ...query }, cache, signal }),
    clientOutcomes: ({ signal, widgets, clientId, ...query } = {}) =>
      call(decodeOutcomes, {
        path: '/api/client/outcomes',
        query: { ...query, widgets: widgets?.join(','), clientId },
        signal,
      }),
    clientOrders: ({ signal, widgets, clientId, ...query } = {}) =>
      call(decodeOrders, {
        path: '/api/client/orders',
        query: { ...query, widgets: widgets?.join(','), clientId },
        signal,
      }),
    deleteOrder: (orderId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `/api/client/orders/${encodeURIComponent(orderId)}`, signal }),
  }
}
