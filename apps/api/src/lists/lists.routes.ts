import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { findEntitlements } from '../settings/entitlements.store.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { listTools } from '../settings/tools.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { allows } from '../settings/allowed-names.ts'
import type { Db } from '../db/database.ts'
import type { SettingsCache } from '../settings/settings-cache.ts'
import { listAuthors } from '../knowledge/content/authors.store.ts'

/** Dependencies of the lists. */
export interface ListsOptions {
  db: Db
  settings: SettingsCache
}

/**
 * Lists the authors of the knowledge base and the assistant's tools that a question may be limited to, as far as the
 * person may use them. An admin sees all, to give them to others.
 */
export function mountLists(app: Hono<AppEnv>, { db, settings }: ListsOptions): void {
  serve(app, routes.authors, async (_c, { user }) => {
    const allowed = await limitsOf(user)
    const clientId = user?.role === 'admin' ? null : user?.organisation?.id
    return { authors: within(await listAuthors(db, clientId), allowed?.allowedAuthors) }
  })

  serve(app, routes.tools, async (_c, { user }) => {
    const allowed = await limitsOf(user)
    return { tools: within(listTools(await settings.current()), allowed?.allowedTools) }
  })

  async function limitsOf(user: SessionUser | null) {
    return user === null || user.role === 'admin' ? undefined : findEntitlements(db, user.email)
  }
}

function within<Item extends { name: string }>(items: Item[], names: readonly string[] = []): Item[] {
  return items.filter(({ name }) => allows(names, name))
}
