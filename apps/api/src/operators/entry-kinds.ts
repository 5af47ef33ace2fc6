import {
  brandSynonymSchema,
  operatorLimits,
  safetyLineSchema,
  safetyPhraseSchema,
} from '@org/api-client/contract'
import type { BrandSynonym, SafetyLine, SafetyPhrase } from '@org/api-client/contract'
import { normalizeText } from '../platform/process/normalize-text.ts'
import type { EntryKind } from './entries.store.ts'

/** The words of a text without case, accents and punctuation. */
function folded(text: string): string {
  const bare = normalizeText(text, 'NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return (bare.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Phrases of the safety stage. */
export const safetyPhrases: EntryKind<SafetyPhrase> = {
  name: 'safety_phrase',
  parse: (fields) => safetyPhraseSchema.parse(fields),
  keyOf: ({ phrase, language }) => `${language} ${folded(phrase)}`,
  subjectOf: ({ phrase }) => phrase,
  mainField: 'phrase',
  limit: operatorLimits.phrases,
}

/** Help lines of the safety stage. */
export const safetyLines: EntryKind<SafetyLine> = {
  name: 'safety_line',
  parse: (fields) => safetyLineSchema.parse(fields),
  keyOf: ({ region, phone, url, name }) => `${region} ${phone ?? url ?? ''} ${folded(name)}`,
  subjectOf: ({ name, region }) => `${name} (${region})`,
  mainField: 'name',
  limit: operatorLimits.lines,
}

/** Words of a brand. The owner is a column of the entry, so that its history names no account. */
export type BrandSynonymFields = Omit<BrandSynonym, 'client_id'>

const brandSynonymFields = brandSynonymSchema.omit({ client_id: true })

/** Synonyms of the search. */
export const brandSynonyms: EntryKind<BrandSynonymFields> = {
  name: 'brand_synonym',
  parse: (fields) => brandSynonymFields.parse(fields),
  keyOf: ({ term, language }) => `${language ?? ''} ${folded(term)}`,
  subjectOf: ({ term }) => term,
  mainField: 'term',
  limit: operatorLimits.brandSynonyms,
}
