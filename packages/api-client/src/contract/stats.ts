import { z } from 'zod'
import { daySchema } from './primitives.ts'

const rangeEndSchema = daySchema
  .refine((day) => /^(?:19|20|21)/u.test(day), 'The year must be from 1900 to 2199.')
  .optional()

/** `?from=&to=` of every stats call: UTC days, both included; the last 30 when left out. */
export const statsRangeSchema = z.object({ from: rangeEndSchema, to: rangeEndSchema })

/** The range of a stats call. */
export type StatsRange = z.infer<typeof statsRangeSchema>

const filterText = z.string().min(1).max(300).optional()

/**
 * The query of every stats call: its range, and what to look at alone. Only conversations in which the product was
 * offered, the author cited, the topic asked about, and a message came from the country count then.
 */
export const statsQuerySchema = statsRangeSchema.extend({
  product: filterText,
  author: filterText,
  topic: filterText,
  /** ISO 3166-1 alpha-2. */
  country: filterText,
})

/** The query of every stats call. */
export type StatsQuery = z.infer<typeof statsQuerySchema>

/** The longest range, in days. */
export const maxStatsDays = 366

const amount = z.number().int().nonnegative()

/** A name and how often it came up. */
export const countedNameSchema = z.object({ name: z.string(), count: amount })

/** A name and how often it came up. */
export type CountedName = z.infer<typeof countedNameSchema>

/** A name and its count of each day. */
export const dailySeriesSchema = z.object({ name: z.string(), daily: z.array(amount) })

/** A name and its count of each day. */
export type DailySeries = z.infer<typeof dailySeriesSchema>

/** GET /api/stats/product-queries */
export const productStatsSchema = z.object({
  total_events: amount,
  top_products: z.array(countedNameSchema),
  top_authors: z.array(countedNameSchema),
  days: z.array(daySchema),
  daily_total: z.array(amount),
  per_product_series: z.array(dailySeriesSchema),
})

/** The answer of GET /api/stats/product-queries. */
export type ProductStats = z.infer<typeof productStatsSchema>

/** GET /api/stats/chat-subjects */
export const subjectStatsSchema = z.object({
  total_classified: amount,
  top_subjects: z.array(countedNameSchema),
  days: z.array(daySchema),
  per_subject_series: z.array(dailySeriesSchema),
})

/** The answer of GET /api/stats/chat-subjects. */
export type SubjectStats = z.infer<typeof subjectStatsSchema>

/** One place on the map; `ip` is masked (/24, /48). */
export const geoPointSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: amount,
  country_code: z.string(),
  country: z.string(),
  ip: z.string(),
})

/** One place on the map. */
export type GeoPoint = z.infer<typeof geoPointSchema>

/** GET /api/stats/message-geo */
export const geoStatsSchema = z.object({
  countries: z.array(z.object({ code: z.string(), name: z.string(), count: amount })),
  points: z.array(geoPointSchema),
  resolved_ips: amount,
  unique_ips: amount,
  unresolved_ips: amount,
  /** True when the counts above are estimates: only for admins, over very many messages. */
  is_approximate: z.boolean(),
})

/** The answer of GET /api/stats/message-geo. */
export type GeoStats = z.infer<typeof geoStatsSchema>
