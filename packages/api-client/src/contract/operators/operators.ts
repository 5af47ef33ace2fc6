import { z } from 'zod'
import { safetyCategorySchema, safetySeveritySchema } from '../chat/chat-events.ts'
import { idSchema, omissibleIdSchema, pageOf, textUpTo, timestampSchema } from '../primitives.ts'

/** Limits of what operators add. Lengths in characters. */
export const operatorLimits = {
  phraseCharacters: 120,
  noteCharacters: 500,
  nameCharacters: 120,
  hoursCharacters: 80,
  synonyms: 20,
  /** Entries of each kind, retired ones included. */
  phrases: 500,
  lines: 200,
  brandSynonyms: 2000,
  csvCharacters: 500_000,
} as const

const line = (max: number) => z.string().trim().max(max)
const required = (max: number) => line(max).min(1)

/** The languages that the safety stage reads. */
export const safetyLanguageSchema = z.enum(['en', 'es', 'ar', 'de', 'fr', 'pt'])

/** A language that the safety stage reads. */
export type SafetyLanguage = z.infer<typeof safetyLanguageSchema>

/** A word or phrase that the safety stage takes for a danger. */
export const safetyPhraseSchema = z.object({
  phrase: required(operatorLimits.phraseCharacters),
  category: safetyCategorySchema,
  severity: safetySeveritySchema,
  language: safetyLanguageSchema,
  note: line(operatorLimits.noteCharacters).default(''),
})

/** A word or phrase that the safety stage takes for a danger. */
export type SafetyPhrase = z.infer<typeof safetyPhraseSchema>

const webAddress = z
  .url({ protocol: /^https?$/u, message: 'Enter an address that begins with https://.' })
  .max(1000)

/** A help line that safety notices show beside those of the data files. */
export const safetyLineSchema = z
  .object({
    name: required(operatorLimits.nameCharacters),
    /** As people write it; null for a line that is reached by its address alone. */
    phone: z
      .string()
      .trim()
      .regex(/^\+?[\d][\d ()./-]{0,29}$/u, 'Enter a phone number: digits, spaces, + and -.')
      .nullable(),
    url: webAddress.nullable(),
    /** ISO 3166-1 code of the country that the line serves, or `INT`. */
    region: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(?:[A-Z]{2}|INT)$/u, 'Enter the two letters of a country, or INT for every country.'),
    /** Languages of the readers that it is shown to; empty for all. */
    languages: z.array(safetyLanguageSchema).max(6).default([]),
    /** Dangers that it is shown for; empty for all. */
    categories: z.array(safetyCategorySchema).max(10).default([]),
    hours: line(operatorLimits.hoursCharacters).default(''),
    /** The page that the number was read on. */
    source: webAddress,
    /** The day on which the number was checked. */
    checked: z.iso.date(),
  })
  .refine(({ phone, url }) => phone !== null || url !== null, {
    path: ['phone'],
    message: 'Enter a phone number or a website.',
  })

/** A help line of an operator. */
export type SafetyLine = z.infer<typeof safetyLineSchema>

/** Interchangeable words of a brand: a question with one of them finds content with the others. */
export const brandSynonymSchema = z.object({
  term: required(operatorLimits.phraseCharacters),
  synonyms: z.array(required(operatorLimits.phraseCharacters)).min(1).max(operatorLimits.synonyms),
  /** BCP 47 language of question and content; null for every language. */
  language: z.string().trim().toLowerCase().min(2).max(35).nullable().default(null),
  /** The client whose answers alone use it; null for everybody. */
  client_id: z.uuid().nullable().default(null),
})

/** Interchangeable words of a brand. */
export type BrandSynonym = z.infer<typeof brandSynonymSchema>

const storedFields = {
  id: idSchema,
  /** Grows with each save. */
  version: z.number().int().positive(),
  /** True for an entry that has no effect any more. */
  retired: z.boolean(),
  updated_at: timestampSchema,
  /** Email of the administrator; null once the account is deleted. */
  updated_by: z.string().nullable(),
}

/**
 * Fields of a save beside those of the entry: with an `id` it updates; with a `version`, that version alone. When it is
 * no longer the current one, the answer is a 409 whose `detail` is `{current}`.
 */
const saveFields = {
  id: omissibleIdSchema.optional(),
  version: z.number().int().positive().optional(),
  retired: z.boolean().default(false),
}

/** A stored phrase. */
export const storedSafetyPhraseSchema = z.object({
  ...storedFields,
  phrase: z.string(),
  category: safetyCategorySchema,
  severity: safetySeveritySchema,
  language: safetyLanguageSchema,
  note: z.string(),
})

/** A stored phrase. */
export type StoredSafetyPhrase = z.infer<typeof storedSafetyPhraseSchema>

/** A stored help line. */
export const storedSafetyLineSchema = z.object({
  ...storedFields,
  name: z.string(),
  phone: z.string().nullable(),
  url: z.string().nullable(),
  region: z.string(),
  languages: z.array(safetyLanguageSchema),
  categories: z.array(safetyCategorySchema),
  hours: z.string(),
  source: z.string(),
  checked: z.string(),
})

/** A stored help line. */
export type StoredSafetyLine = z.infer<typeof storedSafetyLineSchema>

/** Stored words of a brand. */
export const storedBrandSynonymSchema = z.object({
  ...storedFields,
  term: z.string(),
  synonyms: z.array(z.string()),
  language: z.string().nullable(),
  client_id: z.string().nullable(),
})

/** Stored words of a brand. */
export type StoredBrandSynonym = z.infer<typeof storedBrandSynonymSchema>

/** GET /api/admin/safety: what operators added, and what ships with the server, which nobody can change here. */
export const safetyEntriesSchema = z.object({
  phrases: z.array(storedSafetyPhraseSchema),
  lines: z.array(storedSafetyLineSchema),
  shipped: z.object({
    /** Version of the data files. */
    version: z.string(),
    /** Words and phrases by language. */
    phrases: z.array(z.object({ language: z.string(), count: z.number().int().min(0) })),
    rules: z.number().int().min(0),
    lines: z.array(
      z.object({
        region: z.string(),
        kind: z.string(),
        phone: z.string().nullable(),
        url: z.string().nullable(),
        source: z.string(),
        /** YYYY-MM-DD; null for a line that nobody verified, which is not shown. */
        checked: z.string().nullable(),
      }),
    ),
  }),
  /** The country whose lines are shown; null: that of each language. */
  region: z.string().nullable(),
})

/** The answer of GET /api/admin/safety. */
export type SafetyEntries = z.infer<typeof safetyEntriesSchema>

/** POST /api/admin/safety/phrases */
export const safetyPhraseSaveSchema = safetyPhraseSchema.extend(saveFields)

/** POST /api/admin/safety/lines */
export const safetyLineSaveSchema = safetyLineSchema.safeExtend(saveFields)

/** POST /api/admin/safety/try: a message, and a phrase that is not saved yet. */
export const safetyTrySchema = z.object({
  text: z.string().trim().min(1).max(4000),
  phrase: safetyPhraseSchema.optional(),
  /** The stored entry that `phrase` is to replace. */
  id: omissibleIdSchema.optional(),
})

/** The body of POST /api/admin/safety/try. */
export type SafetyTry = z.infer<typeof safetyTrySchema>

const foundDangerSchema = z.object({
  category: safetyCategorySchema,
  severity: safetySeveritySchema,
  /** The operators' phrase that decided; null for a rule that ships with the server. */
  phrase: z.string().nullable(),
  notice: z.object({
    title: z.string(),
    text: z.string(),
    lines: z.array(
      z.object({
        label: z.string(),
        phone: z.string().nullable(),
        url: z.string().nullable(),
        region: z.string(),
      }),
    ),
  }),
})

/** Reaction of the stage to a message: nothing, or a notice. */
export const safetyTryResultSchema = z.object({
  /** As the server works now. */
  stored: foundDangerSchema.nullable(),
  /** With the unsaved phrase; the same as `stored` without one. */
  draft: foundDangerSchema.nullable(),
  /** ISO 639-1 code of the language that the message is read in. */
  language: z.string(),
  /** Result of the check of the phrase; null without one. */
  check: z
    .object({
      /** A sentence when the phrase would be refused. */
      refusal: z.string().nullable(),
      /** Share of harmless messages that contain the phrase, 0 to 1. */
      share: z.number().min(0).max(1),
      /** Harmless messages that contain it, at most three. */
      examples: z.array(z.string()),
    })
    .nullable(),
})

/** The answer of POST /api/admin/safety/try. */
export type SafetyTryResult = z.infer<typeof safetyTryResultSchema>

/** The query of GET /api/admin/safety/counts: the last `days` days, today included. */
export const safetyCountsQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) })

/** GET /api/admin/safety/counts: dangers by UTC day, never with a word of a person. */
export const safetyCountsSchema = z.object({
  days: z.array(z.iso.date()),
  categories: z.array(
    z.object({
      category: safetyCategorySchema,
      total: z.number().int().min(0),
      daily: z.array(z.number().int().min(0)),
    }),
  ),
  /** Hours with far more dangers than usual, newest first; those of the last seven days. */
  spikes: z.array(
    z.object({
      id: idSchema,
      category: safetyCategorySchema,
      /** Begin of the hour. */
      hour: timestampSchema,
      count: z.number().int().min(0),
      /** Mean of the earlier hours, at most a week. */
      usual: z.number().min(0),
      /** Email of the administrator who marked it as seen; null while nobody has. */
      seen_by: z.string().nullable(),
      seen_at: timestampSchema.nullable(),
    }),
  ),
})

/** The answer of GET /api/admin/safety/counts. */
export type SafetyCounts = z.infer<typeof safetyCountsSchema>

/** GET /api/admin/knowledge/synonyms */
export const brandSynonymListSchema = z.object({ items: z.array(storedBrandSynonymSchema) })

/** The answer of GET /api/admin/knowledge/synonyms. */
export type BrandSynonymList = z.infer<typeof brandSynonymListSchema>

/** POST /api/admin/knowledge/synonyms */
export const brandSynonymSaveSchema = brandSynonymSchema.extend(saveFields)

/** The body of POST /api/admin/knowledge/synonyms/import: rows of `term,synonyms,language`, synonyms separated by `;`. */
export const brandSynonymImportSchema = z.object({
  csv: textUpTo(operatorLimits.csvCharacters),
  client_id: z.uuid().nullable().default(null),
})

/** The answer of POST /api/admin/knowledge/synonyms/import. */
export const brandSynonymImportResultSchema = z.object({
  added: z.number().int().min(0),
  updated: z.number().int().min(0),
  unchanged: z.number().int().min(0),
  failures: z.array(z.object({ line: z.number().int().min(1), reason: z.string() })),
})

/** The answer of POST /api/admin/knowledge/synonyms/import. */
export type BrandSynonymImportResult = z.infer<typeof brandSynonymImportResultSchema>

/** GET /api/admin/operator-entries/{id}/history: every version of a phrase, help line or synonym, the newest first. */
export const operatorEntryHistorySchema = pageOf(
  z.object({
    version: z.number().int().positive(),
    saved_at: timestampSchema,
    /** Null once the account is deleted. */
    saved_by: z.string().nullable(),
    /** The version that was brought back. */
    restored_from: z.number().int().nullable(),
    retired: z.boolean(),
    /** Fields of the entry. */
    fields: z.record(z.string(), z.unknown()),
  }),
)

/** The answer of GET /api/admin/operator-entries/{id}/history. */
export type OperatorEntryHistory = z.infer<typeof operatorEntryHistorySchema>

/** POST /api/admin/operator-entries/{id}/restore: saves an earlier version as a new one. */
export const operatorEntryRestoreSchema = z.object({
  version: z.int32().min(1),
  base_version: z.int32().min(1).optional(),
})
