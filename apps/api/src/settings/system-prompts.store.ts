import { createHash } from 'node:crypto'
import type { EntitlementOptions } from '@org/api-client/contract'
import { and, asc, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { entitlements, systemPrompts } from '../db/schema/admin.ts'
import { configurators } from '../db/schema/embed.ts'
import { newId } from '../platform/process/ids.ts'

/** Id of the master settings' system prompt. */
export const masterPromptId = 'master'

const idShape = /^(?<kind>widget|prompt):(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u

/** Characters of a prompt's name that is taken from its text. */
const nameCharacters = 120

/** Id of a widget's own system prompt. */
export function widgetPromptId(configuratorId: string): string {
  return `widget:${configuratorId.toLowerCase()}`
}

/** The prompt of a question, and the prompts that its person is entitled to. */
export interface PromptQuery {
  /** Current text of the master prompt. */
  master: string
  /** Widget of the question; undefined on the site itself. */
  embedId: string | undefined
  /** System prompt of the widget; undefined when it uses the master prompt. */
  widgetPrompt: string | undefined
  /** Ids of prompts; an empty list sets no limit. */
  allowed: readonly string[]
}

/**
 * Resolves to the current text of the first prompt that the person is entitled to, or to undefined when the question's
 * own prompt is in the list. Entries whose prompt was deleted are skipped; when none is left, the master prompt is used.
 */
export async function findEntitledPrompt(
  db: Db,
  { master, embedId, widgetPrompt, allowed }: PromptQuery,
): Promise<string | undefined> {
  const used = new Set([
    ...(embedId === undefined ? [] : [widgetPromptId(embedId)]),
    ...(widgetPrompt === undefined ? [masterPromptId] : []),
  ])
  if (allowed.length === 0 || allowed.some((id) => used.has(id))) return undefined
  const byId = await readPromptTexts(db, allowed, master)
  const texts = allowed.flatMap((id) => byId.get(id) ?? [])
  // Several widgets may have the same text: being entitled to one of them is enough.
  return texts.includes(widgetPrompt ?? master) ? undefined : (texts[0] ?? master)
}

/**
 * Reads the current texts by id. A widget without a prompt of its own has the master prompt. An entry that is no id is
 * a text, as earlier releases stored it.
 */
async function readPromptTexts(db: Db, ids: readonly string[], master: string): Promise<Map<string, string>> {
  const { widgets, prompts, texts } = sortEntries(ids)
  const [ofWidgets, saved] = await Promise.all([
    widgets.length === 0
      ? []
      : db
          .select({ id: configurators.id, text: configurators.systemPrompt })
          .from(configurators)
          .where(inArray(configurators.id, widgets)),
    prompts.length === 0 ? [] : db.select().from(systemPrompts).where(inArray(systemPrompts.id, prompts)),
  ])
  return new Map([
    [masterPromptId, master],
    ...ofWidgets.map(({ id, text }) => [widgetPromptId(id), text ?? master] as const),
    ...saved.map(({ id, text }) => [savedPromptId(id), text] as const),
    ...texts.map((text) => [text, text] as const),
  ])
}

/**
 * Replaces texts in a list of prompts by ids, in the same order: the id of the prompt with this text, or of a new saved
 * prompt. An empty text stands for the master prompt, as it does in a widget.
 */
export async function toPromptIds(
  tx: Transaction,
  entries: readonly string[],
  { master, at }: { master: string; at: Date },
): Promise<string[]> {
  const texts = sortEntries(entries).texts.filter((text) => text !== '' && text !== master)
  const ids = new Map([
    ['', masterPromptId],
    [master, masterPromptId],
  ])
  if (texts.length > 0) {
    const ofWidgets = await tx
      .select({ id: configurators.id, text: configurators.systemPrompt })
      .from(configurators)
      .where(inArray(configurators.systemPrompt, texts))
      .orderBy(asc(configurators.createdAt), asc(configurators.id))
    for (const { id, text } of ofWidgets) {
      if (text !== null && !ids.has(text)) ids.set(text, widgetPromptId(id))
    }
    const rest = texts.filter((text) => !ids.has(text))
    for (const { id, text } of await savePrompts(tx, rest, at)) ids.set(text, savedPromptId(id))
  }
  return entries.map((entry) => ids.get(entry) ?? entry)
}

async function savePrompts(tx: Transaction, texts: readonly string[], createdAt: Date) {
  if (texts.length === 0) return []
  const rows = texts.map((text) => ({ id: newId(), text, digest: digestOf(text), createdAt }))
  await tx.insert(systemPrompts).values(rows).onConflictDoNothing()
  return tx
    .select()
    .from(systemPrompts)
    .where(
      inArray(
        systemPrompts.digest,
        rows.map(({ digest }) => digest),
      ),
    )
}

/** Lists the prompts that entitlements may refer to: the master prompt, the widgets', and the saved ones in use. */
export async function listPrompts(db: Db, master: string): Promise<EntitlementOptions['system_prompts']> {
  const [widgets, saved] = await Promise.all([
    db
      .select({ id: configurators.id, name: configurators.name, text: configurators.systemPrompt })
      .from(configurators)
      .where(and(isNotNull(configurators.systemPrompt), ne(configurators.systemPrompt, '')))
      .orderBy(asc(configurators.name), asc(configurators.id)),
    db
      .select()
      .from(systemPrompts)
      .where(
        sql`${systemPrompts.id} in (
          select substr(entry, ${savedPromptId('').length + 1})::uuid
          from ${entitlements}, unnest(${entitlements.systemPrompts}) as entry
          where entry ~ '^prompt:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        )`,
      )
      .orderBy(asc(systemPrompts.createdAt), asc(systemPrompts.id)),
  ])
  return [
    { id: masterPromptId, source: 'master', name: firstLine(master), text: master },
    ...widgets.map(({ id, name, text }) => ({
      id: widgetPromptId(id),
      source: 'widget' as const,
      name: name || firstLine(text ?? ''),
      text: text ?? '',
    })),
    ...saved.map(({ id, text }) => ({
      id: savedPromptId(id),
      source: 'saved' as const,
      name: firstLine(text),
      text,
    })),
  ]
}

function savedPromptId(uuid: string): string {
  return `prompt:${uuid}`
}

function sortEntries(entries: readonly string[]) {
  const sorted = { widgets: [] as string[], prompts: [] as string[], texts: [] as string[] }
  for (const entry of new Set(entries)) {
    const { kind, uuid = '' } = idShape.exec(entry)?.groups ?? {}
    if (kind === 'widget') sorted.widgets.push(uuid)
    else if (kind === 'prompt') sorted.prompts.push(uuid)
    else if (entry !== masterPromptId) sorted.texts.push(entry)
  }
  return sorted
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > nameCharacters ? `${line.slice(0, nameCharacters)}…` : line
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
