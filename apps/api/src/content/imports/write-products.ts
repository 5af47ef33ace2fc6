import { type ProductCreate, productCreateSchema } from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import type { ImportFields } from '../../db/schema/imports.ts'
import { products } from '../../db/schema/knowledge.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { ownerIs } from '../content-owner.ts'
import { createProduct, updateProduct } from '../products.store.ts'
import type { ReadProducts } from '../reading/file-reading.ts'
import { ImportFailure } from '../reading/import-failure.ts'
import type { ImportContext, ImportEffect } from './write-article.ts'

const requiredColumns = ['name', 'price', 'currency', 'url'] as const

/** Rows with an error that a failure names. */
const namedRows = 10

/** A product of a file, checked. */
export type ImportedProduct = Omit<ProductCreate, 'client_id'>

/**
 * Converts the rows of a file to products. All of them are checked before the first one is written.
 *
 * @throws {ImportFailure} that names the missing columns or the rows with an error
 */
export async function productsOf(
  { columns, rows }: ReadProducts,
  fields: ImportFields,
): Promise<ImportedProduct[]> {
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw new ImportFailure('missing_columns', missing.join(', '))
  const invalid: number[] = []
  const names = new Set<string>()
  const found: ImportedProduct[] = []
  for (const [index, row] of rows.entries()) {
    await pauseWhenDue()
    const { success, data } = productCreateSchema.safeParse(toProduct(row, fields))
    if (!success || names.has(data.name)) {
      invalid.push(index + 2)
      continue
    }
    names.add(data.name)
    const { client_id: _owner, ...product } = data
    found.push(product)
  }
  if (invalid.length === 0) return found
  const shown = invalid.slice(0, namedRows).join(', ')
  throw new ImportFailure('invalid_rows', invalid.length > namedRows ? `${shown}, …` : shown)
}

function toProduct(row: Record<string, string>, { language, status }: ImportFields): object {
  const text = (column: string) => row[column]?.trim() ?? ''
  const orDefault = <Value>(column: string, value: Value) => (text(column) === '' ? value : text(column))
  return {
    name: text('name'),
    description: text('description'),
    unit_amount: minorUnits(text('price'), text('currency')),
    currency: text('currency'),
    url: text('url'),
    image: orDefault('image', null),
    topics: list(text('topics')),
    keywords: list(text('keywords')),
    language: orDefault('language', language),
    available: availability.get(text('available').toLowerCase()),
    status: orDefault('status', status),
  }
}

const list = (text: string) =>
  text
    .split(/[;|]/u)
    .map((word) => word.trim())
    .filter((word) => word !== '')

const availability = new Map([
  ['', true],
  ['true', true],
  ['yes', true],
  ['1', true],
  ['in stock', true],
  ['in_stock', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['out of stock', false],
  ['out_of_stock', false],
])

const price = /^(\d{1,9})(?:[.,](\d{1,3}))?$/u

/** Converts `19.90` to the minor units of a currency; undefined for another form, and for too many decimals. */
function minorUnits(text: string, currency: string): number | undefined {
  const [, whole, decimals = ''] = price.exec(text) ?? []
  const digits = minorDigits(currency)
  if (whole === undefined || digits === undefined || decimals.length > digits) return undefined
  return Number(`${whole}${decimals.padEnd(digits, '0')}`)
}

function minorDigits(currency: string): number | undefined {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return maximumFractionDigits
  } catch {
    return undefined
  }
}

/** Writes one product: a product of the same name and owner becomes a new version. */
export async function writeProduct(
  tx: Transaction,
  product: ImportedProduct,
  { user, clientId, sourceId, edit }: ImportContext,
): Promise<ImportEffect> {
  const [earlier] = await tx
    .select({ pk: products.pk, version: products.version })
    .from(products)
    .where(and(ownerIs(products, clientId ?? 'shared'), eq(products.name, product.name)))
  if (earlier === undefined) {
    const { id } = await createProduct(tx, user, { ...product, client_id: clientId }, edit)
    await tx.update(products).set({ sourceId }).where(eq(products.pk, id))
    return 'added'
  }
  const { version } = earlier
  const saved = await updateProduct(tx, user, earlier.pk, { version, fields: product }, edit)
  return saved.version === version ? 'unchanged' : 'changed'
}
