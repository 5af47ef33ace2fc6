import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { articles, products } from '../../db/schema/knowledge.ts'

/** Limits articles or products to what answers use: published, shared or of the given client. */
export function ownedBy(
  table: typeof articles | typeof products,
  clientId: string | undefined,
): SQL | undefined {
  return and(
    eq(table.status, 'published'),
    clientId === undefined
      ? isNull(table.clientId)
      : or(isNull(table.clientId), eq(table.clientId, clientId)),
  )
}
