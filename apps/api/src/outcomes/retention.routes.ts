import { type Retention, type RetentionRules, type RetentionSave, routes } from '@org/api-client/contract'
import { asc, desc, eq, isNull } from 'drizzle-orm'
import type { Hono } from 'hono'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import { readOperationSettings } from '../costs/operation-settings.store.ts'
import type { Db } from '../db/database.ts'
import { retentionReports, retentionRules } from '../db/schema/operations.ts'
import { organisations } from '../db/schema/organisations.ts'
import { isOrganisation } from '../organisations/organisations.store.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { invalid } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import {
  limitsOf,
  type OutcomeRetention,
  previewRetention,
  readRules,
  withinPeriods,
} from './retention.store.ts'

/** Dependencies of the calls about retention. */
export interface RetentionServices {
  db: Db
  now: () => Date
  /** Periods of the configuration. */
  configured: OutcomeRetention
}

const reportLines = 100

/** Serves the retention of data about answers to administrators. */
export function mountRetention(app: Hono<AppEnv>, { db, now, configured }: RetentionServices): void {
  serve(app, routes.retention, () => readRetention(db, configured))

  serve(app, routes.saveRetention, async (_c, { body, user }) => {
    await saveRules(db, body, { actorId: user.id, at: now() })
    return readRetention(db, configured)
  })

  serve(app, routes.previewRetention, async (_c, { body: { client_id: clientId, rules } }) => {
    if (clientId !== null && !(await isOrganisation(db, clientId))) {
      throw invalid([{ path: 'client_id', message: 'There is no such client.' }])
    }
    return { deleted: await previewRetention(db, { clientId, rules }, { now: now(), configured }) }
  })
}

async function readRetention(db: Db, configured: OutcomeRetention): Promise<Retention> {
  const limits = limitsOf(configured)
  const [{ deployment, clients }, people, report, { retentionRanAt }] = await Promise.all([
    readRules(db),
    db
      .select({ id: organisations.id, email: organisations.name })
      .from(retentionRules)
      .innerJoin(organisations, eq(organisations.id, retentionRules.clientId))
      .orderBy(asc(organisations.name)),
    db
      .select({ entry: retentionReports, client: organisations.name })
      .from(retentionReports)
      .leftJoin(organisations, eq(organisations.id, retentionReports.clientId))
      .orderBy(desc(retentionReports.id))
      .limit(reportLines),
    readOperationSettings(db),
  ])
  const shared = withinPeriods(limits, deployment)
  return {
    limits,
    deployment: { rules: rulesOf(deployment), effective: shared },
    clients: people.map(({ id, email }) => {
      const rules = rulesOf(clients.get(id))
      return { id, email, rules, effective: withinPeriods(shared, rules) }
    }),
    ran_at: retentionRanAt?.toISOString() ?? null,
    report: report.map(({ entry, client }) => ({
      at: entry.at.toISOString(),
      client,
      data_class: entry.dataClass,
      days: entry.days,
      deleted: entry.deleted,
    })),
  }
}

const none: RetentionRules = { records: null, texts: null, ratings: null, interactions: null, figures: null }

function rulesOf(rules: RetentionRules = none): RetentionRules {
  const { records, texts, ratings, interactions, figures } = rules
  return { records, texts, ratings, interactions, figures }
}

/** @throws {HttpError} 422 for a client that does not exist */
async function saveRules(db: Db, { client_id: clientId, rules }: RetentionSave, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    let subject = ''
    if (clientId !== null) {
      const [client] = isUuid(clientId)
        ? await tx
            .select({ name: organisations.name })
            .from(organisations)
            .where(eq(organisations.id, clientId))
        : []
      if (client === undefined) {
        throw invalid([{ path: 'client_id', message: 'There is no such client.' }])
      }
      subject = client.name
    }
    const isSame = clientId === null ? isNull(retentionRules.clientId) : eq(retentionRules.clientId, clientId)
    const [before] = await tx.select().from(retentionRules).where(isSame).for('update')
    if (Object.values(rules).every((days) => days === null)) {
      await tx.delete(retentionRules).where(isSame)
    } else {
      const set = { ...rules, updatedAt: edit.at }
      await tx
        .insert(retentionRules)
        .values({ id: newId(), clientId, ...set })
        .onConflictDoUpdate({ target: retentionRules.clientId, set })
    }
    const changes = changesBetween(rulesOf(before), rules)
    if (changes.length > 0) {
      const entry = { action: 'update', kind: 'retention', organisationId: clientId } as const
      await recordChange(tx, { ...entry, subject, changes }, edit)
    }
  })
}
