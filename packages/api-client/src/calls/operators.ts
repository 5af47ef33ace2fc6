import type { Page, PageOptions } from './conversations.ts'
import {
  amount,
  anything,
  dictionary,
  flag,
  id,
  list,
  maybe,
  oneOf,
  or,
  shape,
  text,
  texts,
  words,
} from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** A kind of danger that the safety stage finds. */
export type DangerCategory =
  | 'self_harm'
  | 'medical_emergency'
  | 'overdose'
  | 'anaphylaxis'
  | 'infant'
  | 'eating_disorder'
  | 'violence'
  | 'pregnancy'
  | 'drug_interaction'
  | 'minor_dose'

/** Severity of a danger. */
export type DangerSeverity = 'caution' | 'urgent' | 'emergency'

/** A language that the safety stage reads. */
export type SafetyLanguage = 'en' | 'es' | 'ar' | 'de' | 'fr' | 'pt'

/** Fields of everything that operators add. */
export interface OperatorEntry {
  id: string
  /** Grows with each save. */
  version: number
  /** True for an entry that has no effect any more. */
  retired: boolean
  updatedAt: string
  /** Email of the administrator; null once the account is deleted. */
  updatedBy: string | null
}

/** A word or phrase that the safety stage takes for a danger, before it is saved. */
export interface SafetyPhraseDraft {
  phrase: string
  category: DangerCategory
  severity: DangerSeverity
  language: SafetyLanguage
  note: string
}

/** A stored phrase. */
export interface SafetyPhrase extends OperatorEntry, SafetyPhraseDraft {}

/** A help line before it is saved. At least one of `phone` and `url` is set. */
export interface HelpLineDraft {
  name: string
  phone: string | null
  url: string | null
  /** ISO 3166-1 code of the country that the line serves, or `INT`. */
  region: string
  /** Languages of the readers that it is shown to; empty for all. */
  languages: readonly SafetyLanguage[]
  /** Dangers that it is shown for; empty for all. */
  categories: readonly DangerCategory[]
  hours: string
  /** The page that the number was read on. */
  source: string
  /** The day on which the number was checked, YYYY-MM-DD. */
  checked: string
}

/** A stored help line. */
export interface SafetyLine extends OperatorEntry, HelpLineDraft {}

/** Interchangeable words of a brand, before they are saved. */
export interface SynonymDraft {
  term: string
  synonyms: readonly string[]
  /** BCP 47 language of question and content; null for every language. */
  language: string | null
  /** The client whose answers alone use it; null for everybody. */
  clientId: string | null
}

/** Stored words of a brand. */
export interface BrandSynonym extends OperatorEntry, SynonymDraft {}

/** A save: a new entry without `id`; with `version` it fails when somebody else has saved since. */
type Save<Draft> = Draft & { id?: string; version?: number; retired: boolean }

/** A help line that ships with the server. */
export interface ShippedLine {
  region: string
  kind: string
  phone: string | null
  url: string | null
  source: string
  /** YYYY-MM-DD; null for a line that nobody verified, which is not shown. */
  checked: string | null
}

/** Entries of the safety stage: those that operators added, and those that ship with the server. */
export interface SafetyEntries {
  phrases: SafetyPhrase[]
  lines: SafetyLine[]
  shipped: {
    /** Version of the data files. */
    version: string
    /** Words and phrases by language. */
    phrases: { language: string; count: number }[]
    rules: number
    lines: ShippedLine[]
  }
  /** The country whose lines are shown; null: that of each language. */
  region: string | null
}

/** A danger that the safety stage finds in a message, with the notice that it shows. */
export interface SafetyDanger {
  category: DangerCategory
  severity: DangerSeverity
  /** The operators' phrase that decided; null for a rule that ships with the server. */
  phrase: string | null
  notice: {
    title: string
    text: string
    lines: { label: string; phone: string | null; url: string | null; region: string }[]
  }
}

/** Reaction of the safety stage to a message. */
export interface SafetyTry {
  /** As the server works now; null where it finds no danger. */
  stored: SafetyDanger | null
  /** With the unsaved phrase. */
  draft: SafetyDanger | null
  /** ISO 639-1 code of the language that the message is read in. */
  language: string
  /** Result of the check of the phrase; null without one. */
  check: {
    /** A sentence when the phrase would be refused. */
    refusal: string | null
    /** Share of harmless messages that contain the phrase, 0 to 1. */
    share: number
    /** Harmless messages that contain it, at most three. */
    examples: string[]
  } | null
}

/** An hour with far more dangers of a category than usual. */
export interface SafetySpike {
  id: string
  category: DangerCategory
  /** Begin of the hour. */
  hour: string
  count: number
  /** Mean of the earlier hours, at most a week. */
  usual: number
  /** Email of the administrator who marked it as seen; null while nobody has, and once the account is deleted. */
  seenBy: string | null
  seenAt: string | null
}

/** Dangers by UTC day. */
export interface SafetyCounts {
  /** YYYY-MM-DD, oldest first. */
  days: string[]
  categories: { category: DangerCategory; total: number; daily: number[] }[]
  /** Newest first; those of the last seven days. */
  spikes: SafetySpike[]
}

/** Result of an import of synonyms. */
export interface BrandSynonymImport {
  added: number
  updated: number
  unchanged: number
  /** Refused rows by the line that they begin in. */
  failures: { line: number; reason: string }[]
}

/** A version of what an operator added. */
export interface OperatorEntryVersion {
  version: number
  savedAt: string
  /** Null once the account is deleted. */
  savedBy: string | null
  /** The version that was brought back. */
  restoredFrom: number | null
  retired: boolean
  /** Fields of the entry by their wire names. */
  fields: Record<string, unknown>
}

/** The calls about what operators add. */
export interface OperatorCalls {
  safetyEntries: (options?: CallOptions) => Promise<SafetyEntries>
  /** @throws {ApiError} `conflict` when somebody else has saved since `version` */
  saveSafetyPhrase: (phrase: Save<SafetyPhraseDraft>, options?: CallOptions) => Promise<SafetyPhrase>
  /** @throws {ApiError} `conflict` when somebody else has saved since `version` */
  saveSafetyLine: (line: Save<HelpLineDraft>, options?: CallOptions) => Promise<SafetyLine>
  /** Shows what the stage does with a message, now and with a phrase that is not saved yet. */
  trySafety: (
    question: { text: string; phrase?: SafetyPhraseDraft; id?: string },
    options?: CallOptions,
  ) => Promise<SafetyTry>
  safetyCounts: (options?: CallOptions & { days?: number | undefined }) => Promise<SafetyCounts>
  markSafetySpikeSeen: (spikeId: string, options?: CallOptions) => Promise<void>
  brandSynonyms: (options?: CallOptions) => Promise<BrandSynonym[]>
  /** @throws {ApiError} `conflict` when somebody else has saved since `version` */
  saveBrandSynonym: (synonym: Save<SynonymDraft>, options?: CallOptions) => Promise<BrandSynonym>
  /** Imports rows of `term,synonyms,language`; synonyms are separated by `;`. */
  importBrandSynonyms: (
    csv: string,
    clientId: string | null,
    options?: CallOptions,
  ) => Promise<BrandSynonymImport>
  /** Versions of an entry, newest first. */
  operatorEntryHistory: (entryId: string, options?: PageOptions) => Promise<Page<OperatorEntryVersion>>
  /** Saves an earlier version as a new one. */
  restoreOperatorEntry: (
    entryId: string,
    restore: { version: number; baseVersion?: number },
    options?: CallOptions,
  ) => Promise<void>
}

const category = oneOf(
  ...(['self_harm', 'medical_emergency', 'overdose', 'anaphylaxis', 'infant'] as const),
  ...(['eating_disorder', 'violence', 'pregnancy', 'drug_interaction', 'minor_dose'] as const),
)
const severity = oneOf('caution', 'urgent', 'emergency')
const language = oneOf('en', 'es', 'ar', 'de', 'fr', 'pt')
const stored = { id, version: amount, retired: or(flag, false), updatedAt: words, updatedBy: maybe }

const decodePhrase = shape<SafetyPhrase>({
  ...stored,
  phrase: words,
  category,
  severity,
  language,
  note: words,
})

const decodeLine = shape<SafetyLine>({
  ...stored,
  name: words,
  phone: maybe,
  url: maybe,
  region: words,
  languages: or(list(language), []),
  categories: or(list(category), []),
  hours: words,
  source: words,
  checked: words,
})

const decodeSynonym = shape<BrandSynonym>({
  ...stored,
  term: words,
  synonyms: texts,
  language: maybe,
  clientId: maybe,
})

const decodeEntries = shape<SafetyEntries>({
  phrases: list(decodePhrase),
  lines: list(decodeLine),
  shipped: shape<SafetyEntries['shipped']>({
    version: words,
    phrases: or(
      list(shape<SafetyEntries['shipped']['phrases'][number]>({ language: text, count: amount })),
      [],
    ),
    rules: or(amount, 0),
    lines: or(
      list(
        shape<ShippedLine>({
          region: words,
          kind: words,
          phone: maybe,
          url: maybe,
          source: words,
          checked: maybe,
        }),
      ),
      [],
    ),
  }),
  region: maybe,
})

const decodeDanger = shape<SafetyDanger>({
  category,
  severity,
  phrase: maybe,
  notice: shape<SafetyDanger['notice']>({
    title: words,
    text: words,
    lines: list(
      shape<SafetyDanger['notice']['lines'][number]>({
        label: words,
        phone: maybe,
        url: maybe,
        region: words,
      }),
    ),
  }),
})

const decodeTry = shape<SafetyTry>({
  stored: or(decodeDanger, null),
  draft: or(decodeDanger, null),
  language: words,
  check: or(
    shape<NonNullable<SafetyTry['check']>>({ refusal: maybe, share: or(amount, 0), examples: texts }),
    null,
  ),
})

const decodeCounts = shape<SafetyCounts>({
  days: texts,
  categories: list(
    shape<SafetyCounts['categories'][number]>({ category, total: amount, daily: list(amount) }),
  ),
  spikes: or(
    list(
      shape<SafetySpike>({
        id,
        category,
        hour: words,
        count: amount,
        usual: amount,
        seenBy: maybe,
        seenAt: maybe,
      }),
    ),
    [],
  ),
})

const decodeImport = shape<BrandSynonymImport>({
  added: amount,
  updated: amount,
  unchanged: amount,
  failures: list(shape<BrandSynonymImport['failures'][number]>({ line: amount, reason: words })),
})

const decodeVersions = shape<Page<OperatorEntryVersion>>({
  items: list(
    shape<OperatorEntryVersion>({
      version: amount,
      savedAt: words,
      savedBy: maybe,
      restoredFrom: or(amount, null),
      retired: or(flag, false),
      fields: or(dictionary(anything), {}),
    }),
  ),
  nextCursor: or(id, null),
})

const safety = '/api/admin/safety'
const synonyms = '/api/admin/knowledge/synonyms'
const entries = '/api/admin/operator-entries'

/** The calls of {@link OperatorCalls}. */
export function createOperatorCalls({ call, tell }: Http): OperatorCalls {
  return {
    safetyEntries: ({ signal } = {}) => call(decodeEntries, { path: safety, signal }),
    saveSafetyPhrase: (body, { signal } = {}) =>
      call(decodePhrase, { method: 'POST', path: `${safety}/phrases`, body, signal }),
    saveSafetyLine: (body, { signal } = {}) =>
      call(decodeLine, { method: 'POST', path: `${safety}/lines`, body, signal }),
    trySafety: (body, { signal } = {}) =>
      call(decodeTry, { method: 'POST', path: `${safety}/try`, body, signal }),
    safetyCounts: ({ signal, days } = {}) =>
      call(decodeCounts, { path: `${safety}/counts`, query: { days }, signal }),
    markSafetySpikeSeen: (spikeId, { signal } = {}) =>
      tell({ method: 'POST', path: `${safety}/spikes/${encodeURIComponent(spikeId)}/seen`, signal }),
    brandSynonyms: async ({ signal } = {}) =>
      (
        await call(shape<{ items: BrandSynonym[] }>({ items: list(decodeSynonym) }), {
          path: synonyms,
          signal,
        })
      ).items,
    saveBrandSynonym: (body, { signal } = {}) =>
      call(decodeSynonym, { method: 'POST', path: synonyms, body, signal }),
    importBrandSynonyms: (csv, clientId, { signal } = {}) =>
      call(decodeImport, { method: 'POST', path: `${synonyms}/import`, body: { csv, clientId }, signal }),
    operatorEntryHistory: (entryId, { signal, limit, cursor } = {}) =>
      call(decodeVersions, {
        path: `${entries}/${encodeURIComponent(entryId)}/history`,
        query: { limit, cursor },
        signal,
      }),
    restoreOperatorEntry: (entryId, body, { signal } = {}) =>
      tell({ method: 'POST', path: `${entries}/${encodeURIComponent(entryId)}/restore`, body, signal }),
  }
}
