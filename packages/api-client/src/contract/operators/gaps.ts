import { z } from 'zod'
import { statsRangeSchema } from '../stats.ts'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Weeks of a gap's trend, the current one included. */
export const gapWeeks = 8

/** State of a gap. `closed`: the content answers its questions now. `dismissed`: somebody decided that it needs none. */
export const gapStatusSchema = z.enum(['open', 'closed', 'dismissed'])

/** State of a gap. */
export type GapStatus = z.infer<typeof gapStatusSchema>

/** A subject that visitors ask about and the content does not cover. */
export const gapSchema = z.object({
  id: idSchema,
  /** Its most typical question, redacted. */
  title: z.string(),
  /** Questions within the asked days. */
  count: z.number().int().min(0),
  /** `count` less that of as many days before them. */
  trend: z.number().int(),
  /** Questions of each of the last {@link gapWeeks} weeks, the current one last. */
  weeks: z.array(z.number().int().min(0)),
  /** Typical questions, redacted, the most typical first. */
  examples: z.array(z.string()),
  /** ISO 639-1 code. */
  language: z.string(),
  status: gapStatusSchema,
  closed_at: timestampSchema.nullable(),
  /** Typical questions that were asked again when it closed, and those of them that were answered. */
  checked: z.number().int().min(0),
  answered: z.number().int().min(0),
  /** The article that answers its questions; of an open gap, the one that was written for it. */
  article_id: idSchema.nullable(),
  article_title: z.string().nullable(),
  /** The client whose widgets were asked; null for the site itself and for widgets without owner. */
  client_id: idSchema.nullable(),
  client: z.string().nullable(),
  last_asked_at: timestampSchema,
})

/** A subject that visitors ask about and the content does not cover. */
export type Gap = z.infer<typeof gapSchema>

/** The query of GET /api/admin/gaps: UTC days, both included; the last seven when left out. */
export const gapQuerySchema = z.object({
  ...pageQuerySchema.shape,
  ...statsRangeSchema.shape,
  status: gapStatusSchema.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/u)
    .optional(),
  /** The id of a client, or `none` for the site itself. */
  client_id: idSchema.optional(),
})

/** The query of GET /api/admin/gaps, with its defaults in place. */
export type GapQuery = z.infer<typeof gapQuerySchema>

/** GET /api/admin/gaps: the gap with the most questions first. */
export const gapListSchema = pageOf(gapSchema).extend({
  /** False when the deployment stores no texts of visitors: then there are no gaps. */
  keeps_text: z.boolean(),
  /** Uncovered and partly answered questions of the asked days whose gap is not known yet. */
  waiting: z.number().int().min(0),
})

/** The answer of GET /api/admin/gaps. */
export type GapList = z.infer<typeof gapListSchema>

/** PATCH /api/admin/gaps/{id}: dismisses a gap, or opens it again. */
export const gapPatchSchema = z.object({ status: z.enum(['open', 'dismissed']) })

/** The body of PATCH /api/admin/gaps/{id}. */
export type GapPatch = z.infer<typeof gapPatchSchema>
