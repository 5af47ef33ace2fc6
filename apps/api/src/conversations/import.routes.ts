import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { newId } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { type ConversationLimits, importLimit } from './conversation-limits.ts'
import { findClientIds, type ImportedConversation, insertImported } from './conversations.store.ts'
import { rowBytes, type StorageQuota } from './storage-quota.ts'
import { fromWireTitle } from './wire-title.ts'

/** Dependencies of the import. */
export interface ImportOptions {
  db: Db
  limiter: Pick<AnswerLimiter, 'use'>
  limits: ConversationLimits
  storage: StorageQuota
}

/** Serves the import of a guest's conversations into an account. */
export function mountImport(app: Hono<AppEnv>, { db, limiter, limits, storage }: ImportOptions): void {
  serve(
    app,
    routes.importConversations,
    async (_c, { body, user }) => {
      // Between two calls of one import another account may have signed in, in another tab.
      if ((body.account_id ?? user.id) !== user.id) {
        throw new HttpError('conflict', 'Another account is signed in by now.')
      }
      const now = new Date()
      // A browser's clock that runs ahead must not put its conversations above all later ones.
      // One that was never set has a year before 1970, which drivers read back as 20xx.
      const upToNow = (time: string) => new Date(Math.min(Math.max(Date.parse(time), 0), now.getTime()))
      const imported = body.conversations.map(({ client_id: clientId = null, title, messages }) => ({
        id: newId(),
        clientId,
        title: fromWireTitle(title),
        messages: messages.map(({ role, content, created_at: createdAt }) => ({
          id: newId(),
          role,
          content,
          createdAt: upToNow(createdAt),
        })),
      }))
      // Conversations of an earlier send of this import are stored already.
      const stored = await findClientIds(db, user.id, imported)
      const bytes = bytesOf(imported.filter(({ clientId }) => !stored.has(clientId)))
      const ids = await storage.store(user.id, bytes, () => insertImported(db, user.id, imported, now))
      return { ids }
    },
    {
      maxBytes: 16 * 1024 * 1024,
      admit: async (_c, user) => {
        if (user !== null) await limiter.use(importLimit(limits), user.id)
      },
    },
  )
}

/** Bytes of the conversations of an import and of their messages. */
function bytesOf(imported: readonly ImportedConversation[]): number {
  const sizes = imported.flatMap(({ title, messages }) => [
    rowBytes + Buffer.byteLength(title ?? ''),
    ...messages.map(({ content }) => rowBytes + Buffer.byteLength(content)),
  ])
  return sizes.reduce((sum, size) => sum + size, 0)
}
