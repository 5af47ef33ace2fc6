import { eq, isNull, or, type SQL } from 'drizzle-orm'
import type { articles, products } from '../../db/schema/knowledge.ts'

/** Limits articles or products to shared content and, when given, the content of one client. */
export function ownedBy(
  table: typeof articles | typeof products,
  clientId: string | undefined,
): SQL | undefined {
  return clientId === undefined
    ? isNull(table.clientId)
    : or(isNull(table.clientId), eq(table.clientId, clientId))
}
