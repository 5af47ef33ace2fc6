import type { Db } from '../../src/db/database.ts'
import { operatorEntries, operatorEntryVersions, safetySpikes } from '../../src/db/schema/operators.ts'
import { outcomeDaily, outcomeHourly } from '../../src/db/schema/figures.ts'
import {
  budgets,
  operationAlerts,
  reportPreferences,
  retentionReports,
  retentionRules,
  weeklyReports,
} from '../../src/db/schema/operations.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** Synonyms of a client, and what an administrator saved and saw. */
export async function seedOperators(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const common = { kind: 'brand_synonym', version: 1, retired: false, fields: {}, updatedAt: now } as const
  const ids = [newId(), newId()] as const
  await db.insert(operatorEntries).values([
    { ...common, id: ids[0], key: ids[0], clientId: userId },
    { ...common, id: ids[1], key: ids[1], updatedBy: userId },
  ])
  await db.insert(operatorEntryVersions).values(
    ids.map((entryId) => ({
      entryId,
      version: 1,
      savedAt: now,
      savedBy: userId,
      retired: false,
      fields: {},
    })),
  )
  await db
    .insert(safetySpikes)
    .values({ category: ids[0], hour: now, count: 10, usual: 0, seenAt: now, seenBy: userId })
}

/** Figures, budgets, rules, alerts and weekly e-mails of a client. */
export async function seedOperations(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const client = { clientId: userId }
  await db.insert(outcomeDaily).values({ ...client, widgetId: newId(), day, model: 'local', answers: 1 })
  await db.insert(outcomeHourly).values({ ...client, hour: now, answers: 1 })
  await db
    .insert(budgets)
    .values({ ...client, id: newId(), amountMicros: 1, alertPercent: 80, hardStop: true, updatedAt: now })
  await db.insert(retentionRules).values({ ...client, id: newId(), texts: 1, updatedAt: now })
  await db.insert(retentionReports).values({ ...client, at: now, dataClass: 'texts', days: 1, deleted: 1 })
  await db
    .insert(operationAlerts)
    .values({ ...client, kind: 'gaps', subject: '', day, at: now, count: 1, seenAt: now, seenBy: userId })
  await db.insert(reportPreferences).values({ userId, seenLanguage: 'es' })
  await db
    .insert(weeklyReports)
    .values({ ...client, id: newId(), firstDay: day, lastDay: day, createdAt: now })
}
