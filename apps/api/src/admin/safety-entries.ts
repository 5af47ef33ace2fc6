import type { SafetyEntries, SafetyPhrase, SafetyTry, SafetyTryResult } from '@org/api-client/contract'
import { safetyCategorySchema } from '@org/api-client/contract'
import { asc, like } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { articles } from '../db/schema/knowledge.ts'
import { invalid } from '../platform/http/http-error.ts'
import { shippedLines, type OperatorLine } from '../safety/help-lines.ts'
import { loadAssessorWith, shippedData, shippedRules } from '../safety/detection/load.ts'
import { toOperatorLine } from '../safety/operator-safety.ts'
import { checkPhrase, type PhraseCheck } from './phrase-check.ts'
import { createNotice } from '../safety/safety-notice.ts'
import { safetyLines, safetyPhrases } from '../operators/entry-kinds.ts'
import { type EntrySave, listEntries, saveEntry, type StoredEntry } from '../operators/entries.store.ts'

/** Entries of the operators and entries that ship with the server. */
export async function listSafetyEntries(db: Db, region: string | undefined): Promise<SafetyEntries> {
  const [phrases, lines] = await Promise.all([listEntries(db, safetyPhrases), listEntries(db, safetyLines)])
  return {
    phrases,
    lines,
    shipped: { ...shippedData, lines: [...shippedLines] },
    region: region ?? null,
  }
}

/**
 * Adds or changes a phrase.
 *
 * @throws {HttpError} 422 for a phrase that harmless messages contain, besides those of {@link saveEntry}
 */
export async function savePhrase(
  db: Db,
  save: EntrySave<SafetyPhrase>,
  edit: Edit,
): Promise<StoredEntry<SafetyPhrase>> {
  if (!save.retired) {
    const { refusal } = await checkWithContent(db, save.fields)
    if (refusal !== null) throw invalid([{ path: 'phrase', message: refusal }])
  }
  return saveEntry(db, safetyPhrases, save, edit)
}

/** Titles of own articles that a phrase is tried against. */
const mostTitles = 300

async function checkWithContent(db: Db, phrase: SafetyPhrase): Promise<PhraseCheck> {
  const titles = await db
    .select({ title: articles.title })
    .from(articles)
    .where(like(articles.language, `${phrase.language}%`))
    .orderBy(asc(articles.id))
    .limit(mostTitles)
  return checkPhrase(
    phrase,
    titles.map(({ title }) => title),
  )
}

/** Shows what the stage does with a message, now and with a phrase that is not saved yet. */
export async function trySafety(
  db: Db,
  { text, phrase, id }: SafetyTry,
  region: string | undefined,
): Promise<SafetyTryResult> {
  const entries = await listEntries(db, safetyPhrases)
  const stored = entries.filter(({ retired }) => !retired)
  const lines = (await listEntries(db, safetyLines)).filter(({ retired }) => !retired).map(toOperatorLine)
  const now = await tryWith(text, stored, lines, region)
  if (phrase === undefined) return { ...now, draft: now.stored, check: null }
  const others = stored.filter((entry) => entry.id !== id)
  const draft = await tryWith(text, [...others, phrase], lines, region)
  return { ...now, draft: draft.stored, check: await checkWithContent(db, phrase) }
}

async function tryWith(
  text: string,
  phrases: readonly SafetyPhrase[],
  lines: readonly OperatorLine[],
  region: string | undefined,
): Promise<Pick<SafetyTryResult, 'stored' | 'language'>> {
  const { danger, language } = (await loadAssessorWith(phrases)).assess(text)
  const category = safetyCategorySchema.safeParse(danger?.category).data
  if (danger === undefined || category === undefined) return { stored: null, language }
  const { severity } = danger
  const rule = Number(danger.rule.slice(danger.rule.lastIndexOf('-') + 1))
  const {
    title,
    text: words,
    lines: shown,
  } = createNotice({
    category,
    severity,
    language: danger.language,
    region,
    operatorLines: lines,
  })
  return {
    stored: {
      category,
      severity,
      phrase: phrases[rule - shippedRules]?.phrase ?? null,
      notice: { title, text: words, lines: shown },
    },
    language,
  }
}
