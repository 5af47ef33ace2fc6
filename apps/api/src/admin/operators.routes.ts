import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Edit } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { markSpikeSeen, readCounts } from '../safety/safety-counts.store.ts'
import { listSafetyEntries, savePhrase, trySafety } from './safety-entries.ts'
import { entryHistory, restoreEntry, saveEntry, versionWriter } from '../operators/entries.store.ts'
import { brandSynonyms, safetyLines, safetyPhrases } from '../operators/entry-kinds.ts'
import { importSynonyms, listSynonyms, saveSynonym } from './synonyms.ts'

/** Dependencies of the operators' calls. */
export interface OperatorServices {
  db: Db
  now: () => Date
  /** ISO 3166-1 code of the deployment's region; undefined: the region of each language. */
  region: string | undefined
}

const writers = {
  safety_phrase: versionWriter(safetyPhrases),
  safety_line: versionWriter(safetyLines),
  brand_synonym: versionWriter(brandSynonyms),
}

/** Serves what operators add: words and help lines of the safety stage, and synonyms of the search. */
export function mountOperators(app: Hono<AppEnv>, { db, now, region }: OperatorServices): void {
  const editOf = (user: SessionUser): Edit => ({ actorId: user.id, at: now() })
  const idOf = (c: AppContext) => c.req.param('id') ?? ''

  serve(app, routes.safetyEntries, () => listSafetyEntries(db, region))

  serve(app, routes.saveSafetyPhrase, (_c, { body, user }) => {
    const { id, version, retired, ...fields } = body
    return savePhrase(db, { id, version, retired, fields }, editOf(user))
  })

  serve(app, routes.saveSafetyLine, (_c, { body, user }) => {
    const { id, version, retired, ...fields } = body
    return saveEntry(db, safetyLines, { id, version, retired, fields }, editOf(user))
  })

  serve(app, routes.trySafety, (_c, { body }) => trySafety(db, body, region))

  serve(app, routes.safetyCounts, (_c, { query }) => readCounts(db, query.days, now()))

  serve(app, routes.markSafetySpikeSeen, async (c, { user }) => {
    await markSpikeSeen(db, idOf(c), editOf(user))
    return { ok: true }
  })

  serve(app, routes.brandSynonyms, async () => ({ items: await listSynonyms(db) }))

  serve(app, routes.saveBrandSynonym, (_c, { body, user }) => {
    const { id, version, retired, client_id: clientId, ...fields } = body
    return saveSynonym(db, { id, version, retired, fields, clientId }, editOf(user))
  })

  serve(app, routes.importBrandSynonyms, (_c, { body, user }) => importSynonyms(db, body, editOf(user)))

  serve(app, routes.operatorEntryHistory, (c, { query }) => entryHistory(db, idOf(c), query))

  serve(app, routes.restoreOperatorEntry, async (c, { body, user }) => {
    const { version, base_version: baseVersion } = body
    await restoreEntry(db, writers, { id: idOf(c), version, baseVersion }, editOf(user))
    return { ok: true }
  })
}
