import type {
  ContentHistory,
  Product,
  ProductCreate,
  ProductList,
  ProductListQuery,
} from '@org/api-client/contract'
import { createHash } from 'node:crypto'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { changesBetween, type Edit, recordChange, withoutLongTexts } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { products } from '../db/schema/knowledge.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import { archiveProducts, productFields } from '../knowledge/content/knowledge.import.ts'
import { writeIndexFor } from '../knowledge/index/index-writes.ts'
import { indexEntries, productEntry, removeProducts } from '../knowledge/index/search-index.ts'
import { detectLanguage } from '../knowledge/text/language.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { newId } from '../platform/process/ids.ts'
import type { PageQuery } from '../platform/request/cursor-pages.ts'
import { contentHistory } from './content-history.ts'
import { type ContentEdit, productsAtOnce, requireRoom } from './content-limits.ts'
import {
  contains,
  editableBy,
  editors,
  editorSeenBy,
  ownerIs,
  ownerOfNew,
  owners,
  pageOf,
} from './content-owner.ts'
import { listedBy } from './content-search.ts'

type Row = typeof products.$inferSelect
/** A product as the contract writes it, without its owner. */
export type ProductFields = Omit<ProductCreate, 'client_id'>

interface FoundProduct {
  row: Row
  client: string | null
  by: string | null
}

/** The driver reads an array a character at a time, some thirty times slower than JSON: a page of words held the event loop. */
const readAsJson = (words: AnyPgColumn) => sql<string[]>`to_json(${words})`

function selectProducts(db: Db | Transaction, user: SessionUser) {
  const row = {
    ...getTableColumns(products),
    topics: readAsJson(products.topics),
    keywords: readAsJson(products.keywords),
  }
  return db
    .select({ row, client: owners.name, by: editorSeenBy(user, editors) })
    .from(products)
    .leftJoin(owners, eq(owners.id, products.clientId))
    .leftJoin(editors, eq(editors.id, products.updatedBy))
}

/** Lists the products that a person may edit, newest change first. */
export async function listProducts(
  db: Db,
  user: SessionUser,
  { q, status, language, client_id: owner, limit: wanted, cursor }: ProductListQuery,
  signal: AbortSignal,
): Promise<ProductList> {
  const limit = Math.min(wanted, productsAtOnce)
  const table = products
  const { pk: id, updatedAt } = table
  const fits = and(
    editableBy(table, user),
    ownerIs(table, owner),
    status === undefined ? undefined : eq(table.status, status),
    language === undefined ? undefined : eq(table.language, language),
  )
  const texts = [table.name, table.description, table.url, table.pk]
  const isListed = await listedBy(db, {
    table,
    id,
    updatedAt,
    fits,
    cursor,
    limit: limit + 1,
    userId: user.id,
    signal,
    texts,
    isMatch: contains(q, ...texts),
  })
  const rows = await selectProducts(db, user)
    .where(isListed)
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
  const found = rows.map((one) => Object.assign(one, { updatedAt: one.row.updatedAt }))
  return pageOf(found, limit, { idOf: ({ row }) => row.pk, toItem: toProduct })
}

/** @throws {HttpError} 404 for an unknown product, and for one that the person may not edit */
export async function readProduct(db: Db | Transaction, user: SessionUser, pk: string): Promise<Product> {
  return toProduct(await findProduct(db, user, pk))
}

async function findProduct(db: Db | Transaction, user: SessionUser, pk: string): Promise<FoundProduct> {
  const [found] = await selectProducts(db, user).where(and(eq(products.pk, pk), editableBy(products, user)))
  if (found === undefined) throw notFound('There is no such product.')
  return found
}

/**
 * Adds a product with its index and audit entry, in one transaction.
 *
 * @throws {HttpError} 422 for an unknown client, and for a name that the owner has already
 */
export async function createProduct(
  db: Db,
  user: SessionUser,
  { client_id: named, ...given }: ProductCreate,
  edit: ContentEdit,
): Promise<Product> {
  const clientId = await ownerOfNew(db, user, named)
  const fields = withLanguage(given)
  return writeIndexFor(db, user.id, async (tx) => {
    await requireRoom(tx, clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    const row = {
      ...toColumns(fields),
      pk: newId(),
      clientId,
      updatedAt: edit.at,
      updatedBy: edit.actorId,
    }
    await refuseTakenName(() => tx.transaction((inner) => inner.insert(products).values(row)))
    await indexProduct(tx, row.pk)
    const changes = withoutLongTexts(changesBetween({}, fields))
    await recordChange(tx, { ...noted('create', row), changes }, edit)
    return readProduct(tx, user, row.pk)
  })
}

/** The change as the audit log lists it. */
function noted(action: 'create' | 'update' | 'delete', row: { name: string; clientId: string | null }) {
  return { action, kind: 'product', subject: row.name, organisationId: row.clientId } as const
}

/** A save on top of the version that was read. */
export interface ProductSave {
  version: number
  fields: ProductFields
  /** The version that is brought back. */
  restoredFrom?: number
}

/**
 * Saves a product as a new version, with its index and audit entry, in one transaction. Where nothing changes there is
 * no new version.
 *
 * @throws {HttpError} 404 for an unknown product, 409 with what is stored when that is no longer the version that was
 * read, 422 for a name that the owner has already
 */
export async function updateProduct(
  db: Db,
  user: SessionUser,
  pk: string,
  { version, fields: given, restoredFrom }: ProductSave,
  edit: ContentEdit,
): Promise<Product> {
  const fields = withLanguage(given)
  return writeIndexFor(db, user.id, async (tx) => {
    const found = await findProduct(tx, user, pk)
    if (found.row.version !== version) {
      throw new HttpError('conflict', 'Somebody else has saved this product in the meantime.', {
        detail: { current: toProduct(found) },
      })
    }
    const changes = withoutLongTexts(changesBetween(productFields(found.row), fields))
    if (changes.length === 0) return toProduct(found)
    const { clientId } = found.row
    await requireRoom(tx, clientId, { bytes: sizeOf(fields), storageBytes: edit.storageBytes })
    await archiveProducts(tx, [found.row])
    const values = {
      ...toColumns(fields),
      version: version + 1,
      restoredFrom: restoredFrom ?? null,
      isDemonstration: false,
      updatedAt: edit.at,
      updatedBy: edit.actorId,
    }
    await refuseTakenName(() =>
      tx.transaction((inner) => inner.update(products).set(values).where(eq(products.pk, pk))),
    )
    await indexProduct(tx, pk)
    await recordChange(tx, { ...noted('update', { name: fields.name, clientId }), changes }, edit)
    return readProduct(tx, user, pk)
  })
}

/**
 * Removes a product with its versions and index, in one transaction: the next search does not find it.
 *
 * @throws {HttpError} 404 for an unknown product
 */
export async function deleteProduct(db: Db, user: SessionUser, pk: string, edit: Edit): Promise<void> {
  await writeIndexFor(db, user.id, async (tx) => {
    const { row } = await findProduct(tx, user, pk)
    await tx.delete(products).where(eq(products.pk, pk))
    const changes = withoutLongTexts(changesBetween(productFields(row), {}))
    await recordChange(tx, { ...noted('delete', row), changes }, edit)
  })
}

/** @throws {HttpError} 404 for an unknown product */
export async function productHistory(
  db: Db,
  user: SessionUser,
  pk: string,
  page: PageQuery,
): Promise<ContentHistory> {
  const { row, by } = await findProduct(db, user, pk)
  return contentHistory(
    db,
    user,
    { productPk: pk },
    { current: { ...row, by, fields: productFields(row) }, page },
  )
}

/** Writes the index entry of a product anew; one that is not published has none. */
async function indexProduct(tx: Transaction, pk: string): Promise<void> {
  await removeProducts(tx, [pk])
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.pk, pk), eq(products.status, 'published')))
  await indexEntries(tx, rows.map(productEntry))
}

/** The statement runs in a savepoint: the connection of a failed one could read nothing more. */
async function refuseTakenName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (uniqueViolation(error) !== 'products_name_key') throw error
    throw invalid([{ path: 'name', message: 'There is a product of this name already.' }])
  }
}

const sizeOf = ({ description, topics, keywords }: ProductFields) =>
  Buffer.byteLength([description, ...topics, ...keywords].join(''))

function withLanguage(fields: ProductFields): ProductFields & { language: string } {
  return { ...fields, language: fields.language ?? detectLanguage(`${fields.name}. ${fields.description}`) }
}

function toColumns({ unit_amount: unitAmount, ...fields }: ProductFields & { language: string }) {
  const contentHash = createHash('sha256')
    .update(JSON.stringify({ unitAmount, ...fields }))
    .digest('hex')
  return { ...fields, unitAmount, contentHash }
}

function toProduct({ row, client, by }: FoundProduct): Product {
  const { pk, clientId, version, updatedAt } = row
  return {
    ...productFields(row),
    id: pk,
    client_id: clientId,
    client,
    version,
    updated_at: updatedAt.toISOString(),
    updated_by: by,
  }
}
