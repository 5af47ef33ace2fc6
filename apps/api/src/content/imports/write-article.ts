import { articleUpdateSchema, contentLimits, uploadLimits } from '@org/api-client/contract'
import { and, eq, inArray, isNull, like, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import type { ImportFields } from '../../db/schema/imports.ts'
import { articles } from '../../db/schema/knowledge.ts'
import type { SessionUser } from '../../platform/http/principal.ts'
import { createArticle, deleteArticle, readArticle, updateArticle } from '../articles.store.ts'
import type { ContentEdit } from '../content-limits.ts'
import { ownerIs } from '../content-owner.ts'
import { passagesOf } from '../passages-of.ts'
import type { ReadArticle } from '../reading/file-reading.ts'
import { ImportFailure } from '../reading/import-failure.ts'

/** Effect of an import on the stored content. */
export type ImportEffect = 'added' | 'changed' | 'unchanged'

/** Author, owner and origin of what an import writes. */
export interface ImportContext {
  user: SessionUser
  clientId: string | null
  /** Null for an upload. */
  sourceId: string | null
  fields: ImportFields
  edit: ContentEdit
}

const fieldsSchema = articleUpdateSchema.omit({ version: true })

/** Bodies of parts stay below the limit of one article, with room for a heading. */
const partCharacters = contentLimits.bodyCharacters - 5000

/**
 * Writes the article of a file in the given transaction, as several articles where it is longer than one. An article that
 * was read from a file of this name before becomes a new version and keeps its status, topic and review date.
 *
 * @throws {ImportFailure} for fields that an article cannot have, and for too long a text
 */
export async function writeArticle(
  tx: Transaction,
  { name, read }: { name: string; read: ReadArticle },
  context: ImportContext,
): Promise<ImportEffect> {
  const parts = partsOf(read)
  const stored = await findStored(tx, name, context)
  let effect: ImportEffect = 'unchanged'
  for (const [index, part] of parts.entries()) {
    const importedFrom = keyOf(name, index)
    const earlier = stored.get(importedFrom)
    stored.delete(importedFrom)
    const written =
      earlier === undefined
        ? await addPart(tx, { importedFrom, part, read }, context)
        : await changePart(tx, { id: earlier, part, read }, context)
    if (effect === 'unchanged') effect = written
  }
  for (const id of stored.values()) {
    await deleteArticle(tx, context.user, id, context.edit)
    effect = 'changed'
  }
  return effect
}

interface Part {
  title: string
  body: string
}

async function addPart(
  tx: Transaction,
  { importedFrom, part, read }: { importedFrom: string; part: Part; read: ReadArticle },
  { user, clientId, sourceId, fields: given, edit }: ImportContext,
): Promise<ImportEffect> {
  const { status, language, topic, author } = given
  const fields = checked({
    ...part,
    status,
    author: read.author ?? author,
    url: read.url ?? '',
    topic: read.topic ?? topic,
    language: language ?? read.language?.toLowerCase() ?? null,
  })
  const { id } = await createArticle(tx, user, { ...fields, client_id: clientId }, edit)
  await tx.update(articles).set({ importedFrom, sourceId }).where(eq(articles.id, id))
  return 'added'
}

async function changePart(
  tx: Transaction,
  { id, part, read }: { id: string; part: Part; read: ReadArticle },
  { user, edit }: ImportContext,
): Promise<ImportEffect> {
  const { version, author, url, topic, language, status, review_by } = await readArticle(tx, user, id)
  const fields = checked({ author, url, topic, language, status, review_by, ...definedOf(read), ...part })
  const saved = await updateArticle(tx, user, id, { version, fields }, edit)
  return saved.version === version ? 'unchanged' : 'changed'
}

/** Fields that the file itself names. */
function definedOf({ author, url, topic }: ReadArticle) {
  return {
    ...(author === undefined ? {} : { author }),
    ...(url === undefined ? {} : { url }),
    ...(topic === undefined ? {} : { topic }),
  }
}

function checked(fields: object) {
  const { success, data, error } = fieldsSchema.safeParse(fields)
  if (!success) {
    throw new ImportFailure(
      'invalid_fields',
      [...new Set(error.issues.map(({ path }) => path[0]))].join(', '),
    )
  }
  return data
}

const keyOf = (name: string, index: number) => (index === 0 ? name : `${name}#${index + 1}`)

async function findStored(
  tx: Transaction,
  name: string,
  { clientId, sourceId }: ImportContext,
): Promise<Map<string, string>> {
  const pattern = `${name.replaceAll(/[\\%_]/gu, String.raw`\$&`)}#%`
  const rows = await tx
    .select({ id: articles.id, importedFrom: articles.importedFrom })
    .from(articles)
    .where(
      and(
        ownerIs(articles, clientId ?? 'shared'),
        sourceId === null ? isNull(articles.sourceId) : eq(articles.sourceId, sourceId),
        or(inArray(articles.importedFrom, [name]), like(articles.importedFrom, pattern)),
      ),
    )
  return new Map(rows.map(({ id, importedFrom }) => [importedFrom ?? '', id]))
}

/**
 * Splits a text that is longer than an article may be, before headings and else between paragraphs.
 *
 * @throws {ImportFailure} when one transaction would write too much
 */
export function partsOf({ title, body }: Pick<ReadArticle, 'title' | 'body'>): Part[] {
  if (body.length > uploadLimits.textCharacters || passagesOf(body).length > contentLimits.passages) {
    throw new ImportFailure('too_long')
  }
  const bodies: string[] = []
  for (let rest = body; rest !== '';) {
    const end = rest.length <= partCharacters ? rest.length : endOfPart(rest)
    bodies.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trimStart()
  }
  const shown = Array.from(title)
    .slice(0, contentLimits.titleCharacters - 20)
    .join('')
  return bodies.map((part, index) => ({
    title: bodies.length === 1 ? shown : `${shown} (${index + 1}/${bodies.length})`,
    body: part,
  }))
}

function endOfPart(text: string): number {
  for (const end of ['\n## ', '\n\n', '\n', ' ']) {
    const found = text.lastIndexOf(end, partCharacters)
    if (found > partCharacters / 2) return found
  }
  // Never between the two halves of a surrogate pair.
  return /[\uD800-\uDBFF]/u.test(text.charAt(partCharacters - 1)) ? partCharacters - 1 : partCharacters
}
