import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { listTools } from '../chat/tools.ts'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/app-env.ts'
import { serve } from '../platform/contract-route.ts'
import { listAuthors } from './authors.store.ts'

/** What a question may be limited to: the authors of the knowledge base, and the assistant's tools. */
export function mountLists(app: Hono<AppEnv>, { db }: { db: Db }): void {
  serve(app, routes.authors, async () => ({ authors: await listAuthors(db) }))
  serve(app, routes.tools, () => ({ tools: listTools() }))
}
