import type { BackupManifest } from './sealed-backup.ts'

/** Runs a statement without parameters, and returns its rows. */
export type RunStatement = (statement: string) => Promise<Record<string, unknown>[]>

/** Describes the present state of a database. Call it in the transaction or snapshot of the dump. */
export async function describeDatabase(
  run: RunStatement,
  { kind, without, now }: { kind: BackupManifest['kind']; without: readonly string[]; now: Date },
): Promise<BackupManifest> {
  const rows = await countRows(run, without)
  const audit = rows.audit_chain === undefined ? [] : await readHeads(run)
  return { format: 1, kind, createdAt: now.toISOString(), rows, audit }
}

/** Counts the rows of each table. */
export async function countRows(
  run: RunStatement,
  without: readonly string[],
): Promise<Record<string, number>> {
  const tables = await run(`
    select c.relname as name, quote_ident(c.relname) as quoted from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  const counted: [string, number][] = []
  for (const { name, quoted } of tables) {
    if (without.includes(String(name))) continue
    const [row] = await run(`select count(*)::text as count from public.${String(quoted)}`)
    counted.push([String(name), Number(row?.count)])
  }
  return Object.fromEntries(counted)
}

async function readHeads(run: RunStatement): Promise<BackupManifest['audit']> {
  const rows = await run(`
    select distinct on (chain) chain, position::text as place, hash from audit_chain
    order by chain, audit_chain.position desc`)
  return rows.map(({ chain, place, hash }) => ({
    chain: chain === 'security' ? 'security' : 'changes',
    position: Number(place),
    hash: String(hash),
  }))
}

/** Tables whose number of rows is another one than the manifest states. */
export function differencesOf(
  manifest: BackupManifest,
  found: Record<string, number>,
): { table: string; expected: number; found: number | undefined }[] {
  return Object.entries(manifest.rows)
    .filter(([table, expected]) => found[table] !== expected)
    .map(([table, expected]) => ({ table, expected, found: found[table] }))
}
