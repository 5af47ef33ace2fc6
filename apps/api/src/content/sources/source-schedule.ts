import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import type { ImportQueue } from '../imports/imports.store.ts'
import { syncDueSources } from './sources.store.ts'

/** Milliseconds between two looks for due sources: one look-up in an index. */
const lookMs = 60_000

/**
 * Has due sources read while the server runs. Several instances share the work.
 *
 * @returns stops it; resolves when nothing is under way
 */
export function startSyncingSources(db: Db, queue: ImportQueue, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= syncDueSources(db, queue, new Date())
      .catch((error: unknown) => log.warn({ error }, 'due sources were not looked for'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
