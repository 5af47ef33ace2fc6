import { createHash } from 'node:crypto'
import { z } from 'zod'
import { detectLanguage } from '../text/language.ts'

const productsSchema = z.array(
  z.object({
    pk: z.string().min(1),
    name: z.string().trim().min(1),
    description: z.string().trim(),
    unit_amount: z.int().nonnegative(),
    currency: z.string().regex(/^[A-Za-z]{3}$/u),
    url: z.url({ protocol: /^https?$/u }),
    image: z.string().nullish(),
    topics: z.array(z.string()).default([]),
    keywords: z.array(z.string()).default([]),
    language: z.string().min(2).optional(),
    available: z.boolean().default(true),
  }),
)

/** A product as the catalogue stores it. */
export interface ProductRecord {
  pk: string
  name: string
  description: string
  unitAmount: number
  currency: string
  url: string
  image: string | null
  topics: string[]
  keywords: string[]
  /** BCP 47 language of name and description. */
  language: string
  available: boolean
  /** SHA-256 of the fields, hexadecimal. */
  contentHash: string
}

/**
 * Reads a list of products from JSON.
 *
 * @throws {z.ZodError} when the list is malformed
 */
export function parseProductFile(text: string): ProductRecord[] {
  return productsSchema.parse(JSON.parse(text)).map(toRecord)
}

function toRecord(product: z.output<typeof productsSchema>[number]): ProductRecord {
  const fields = {
    pk: product.pk,
    name: product.name,
    description: product.description,
    unitAmount: product.unit_amount,
    currency: product.currency.toUpperCase(),
    url: product.url,
    image: product.image ?? null,
    topics: product.topics,
    keywords: product.keywords,
    language: product.language ?? detectLanguage(`${product.name}. ${product.description}`),
    available: product.available,
  }
  return { ...fields, contentHash: createHash('sha256').update(JSON.stringify(fields)).digest('hex') }
}
