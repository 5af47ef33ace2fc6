import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

interface Rows<Row> {
  rows: Row[]
}

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/**
 * Checks the existing rows for constraints that a migration has added as `not valid`. Outside of the migration's transaction,
 * PostgreSQL reads and writes the tables meanwhile.
 */
export async function validateConstraints(db: PgDatabase<RowsResult>): Promise<void> {
  const { rows } = await db.execute<{ statement: string }>(sql`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where not convalidated and connamespace = 'public'::regnamespace order by conname`)
  for (const { statement } of rows) await db.execute(sql.raw(statement))
}
