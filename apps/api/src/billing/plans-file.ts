import { readFile } from 'node:fs/promises'
import { type BillingProduct, billingCatalogSchema } from '@org/api-client/contract'

/**
 * The plans of a file with `{products}`, as GET /api/billing/catalog gives them.
 *
 * @throws {Error} when it cannot be read or is something else
 */
export async function readPlans(file: string): Promise<BillingProduct[]> {
  const text = await readFile(file, 'utf8')
  const parsed = billingCatalogSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${file}: ${parsed.error.message}`)
  return parsed.data.products
}
