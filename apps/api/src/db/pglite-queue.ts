import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/**
 * The method of PGlite through which all of its calls go, in transactions too. It is private, and PGlite has no public
 * hook around a query. Only this file and the statement counter of the tests name it; `pglite-queue.test.ts` is pinned
 * to the version.
 */
export const queryGate = '_runExclusiveQuery'

// Longest time in ms that queries run without a turn of the event loop: about one statement of an import, because a token
// needs more than one turn.
const turnMs = 1

/**
 * Gives the event loop a turn between queries. PGlite works on the thread that also serves connections, and would
 * otherwise continue until no query waits: many at once, as when many answers end, would delay every token.
 */
export function yieldBetweenQueries(client: PGlite): void {
  const runAlone = client[queryGate].bind(client)
  let turnedAt = 0
  client[queryGate] = (query) =>
    runAlone(async () => {
      if (performance.now() - turnedAt > turnMs) {
        await turnOfTheLoop()
        turnedAt = performance.now()
      }
      return query()
    })
}
