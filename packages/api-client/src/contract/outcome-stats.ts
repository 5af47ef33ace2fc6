import { z } from 'zod'
import { daySchema, idSchema } from './primitives.ts'

const amount = z.number().int().nonnegative()

/** Sums over answers. Shares are for readers to make: each field names what it is a part of. */
export const outcomeCountsSchema = z.object({
  answers: amount,
  /** Answers by outcome; those that did not end have none. */
  answered: amount,
  approved: amount,
  partial: amount,
  uncovered: amount,
  refused: amount,
  safety: amount,
  /** Answers whose model failed. */
  failed: amount,
  rated_up: amount,
  rated_down: amount,
  /** Answers that cite sources. */
  cited: amount,
  /** Those of `cited` with at least one opened source. */
  opened: amount,
  /** Answers that show products. */
  shown: amount,
  /** Those of `shown` with at least one clicked product. */
  clicked: amount,
  /** Clicked products; an answer may have several. */
  clicks: amount,
  /** Tokens that models read and wrote. */
  tokens: amount,
  /** Those of `tokens` that models wrote. */
  output_tokens: amount,
  /** Millionths of `currency`, of the answers whose price is known. */
  cost_micros: amount,
  /** Answers of models whose price is unknown: `cost_micros` does not contain them. */
  unpriced: amount,
})

/** Sums over answers. */
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>

const named = <Name extends z.ZodType>(name: Name) =>
  z.object({ id: idSchema.nullable(), name, counts: outcomeCountsSchema })

/** GET /api/stats/outcomes and GET /api/client/outcomes */
export const outcomeStatsSchema = z.object({
  /** ISO 4217 code. */
  currency: z.string(),
  total: outcomeCountsSchema,
  days: z.array(daySchema),
  /** Sums of each day. */
  daily: z.array(outcomeCountsSchema),
  /** At most 50 widgets, those with the most answers first. `id` is null for the site, `name` for a deleted widget. */
  widgets: z.array(named(z.string().nullable())),
  /** At most 50 clients, for an admin alone; `id` is null for the site and for widgets without owner. */
  clients: z.array(named(z.string().nullable())),
  models: z.array(z.object({ name: z.string(), counts: outcomeCountsSchema })),
})

/** The answer of GET /api/stats/outcomes and GET /api/client/outcomes. */
export type OutcomeStats = z.infer<typeof outcomeStatsSchema>
