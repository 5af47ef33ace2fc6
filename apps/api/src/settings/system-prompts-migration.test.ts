import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import { withDefaults } from '../widgets/configurators.store.ts'
import { newId } from '../platform/process/ids.ts'
import { defaultLlmSettings } from './master-settings.ts'
import { noLimits } from './entitlements.store.ts'
import { entitlements, llmSettingsVersions, systemPrompts } from '../db/schema/admin.ts'
import { configurators } from '../db/schema/embed.ts'

const folder = join(import.meta.dirname, '../db/migrations')
const file = readFileSync(join(folder, '0017_system_prompts.sql'), 'utf8')
/** Statements of the migration that rewrite stored rows. */
const rewrites = file.split('--> statement-breakpoint').filter((statement) => statement.includes('WITH'))
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.execute(
    sql`truncate entitlements, system_prompts, configurators, llm_settings_versions cascade`,
  )
})

/** Stores the texts as an earlier release did, migrates, and returns the stored ids. */
async function migrate(texts: string[]): Promise<string[]> {
  const row = { ...noLimits, systemPrompts: texts, updatedAt: new Date() }
  await database.db.insert(entitlements).values([
    { ...row, email: 'one@example.com' },
    { ...noLimits, email: 'none@example.com', updatedAt: new Date() },
  ])
  for (const statement of rewrites) await database.db.execute(sql.raw(statement))
  const rows = await database.db.select().from(entitlements).orderBy(entitlements.email)
  expect(rows[0]?.systemPrompts).toEqual([])
  return rows[1]?.systemPrompts ?? []
}

it('migrates texts to the ids of the prompts that have them, in their order', async () => {
  const id = newId()
  await database.db.insert(configurators).values({ id, ...withDefaults({ system_prompt: 'Be brief.' }) })
  const own = "It's a prompt\nof its own: $1 \\ 'é'"
  const { system_prompt: standard } = defaultLlmSettings
  const earlier = standard.replace('warm language', 'warm English')
  expect(earlier).not.toBe(standard)
  const ids = await migrate([own, 'Be brief.', standard, earlier, ''])
  const saved = await database.db.select().from(systemPrompts)
  expect(saved.map(({ text }) => text)).toEqual([own])
  expect(ids).toEqual([`prompt:${saved[0]?.id}`, `widget:${id}`, 'master', 'master', 'master'])
})

it('takes the newest stored version for the master prompt', async () => {
  const at = { savedAt: new Date() }
  await database.db.insert(llmSettingsVersions).values([
    { version: 1, ...at, state: { ...defaultLlmSettings, system_prompt: 'Old.' } },
    { version: 2, ...at, state: { ...defaultLlmSettings, system_prompt: 'New.' } },
  ])
  const ids = await migrate(['New.', 'Old.'])
  expect(ids).toEqual(['master', expect.stringMatching(/^prompt:/u)])
})
