import type { MiddlewareHandler, Next } from 'hono'
import type { DatabaseLocation } from '../../db/database.ts'
import type { AppContext, AppEnv } from '../http/app-env.ts'
import { HttpError } from '../http/http-error.ts'
import { createKeyQueues, type Release } from '../process/key-queues.ts'
import { countedAddress } from '../request/counted-address.ts'

/** Reads of one address or account that run at once, at most: as many as a browser sends over HTTP/1.1. */
const mostAtOnce = 6

/** Share of the connections of PostgreSQL that reads of one address or account may hold: others find one free. */
const shareOfConnections = 0.6

/** The embedded database runs one statement at a time: more reads at once would make nobody's faster. */
const embeddedAtOnce = 3

/** Connections where the configuration names no number. */
const usualConnections = 10

/** Waiting reads of one address or account. Each holds a connection, of which a browser opens far fewer. */
const mostWaiting = 1000

/** Longest wait in ms: a page with many slow reads gets them all, and none is held for longer than a slow statement. */
const waitMs = 8000

const retryAfterSeconds = 5

/** Status of a read whose client has closed the connection while it waited, as nginx logs it. Nobody receives it. */
const clientClosedRequest = 499

/** Runs a task for a call in the turn of its account, or of the guests of its address. */
export type TakeTurn = <Result>(c: AppContext, task: () => Promise<Result>) => Promise<Result>

/**
 * Limits the tasks that run at once for one account, or for the guests of one address; the others wait for each other, and
 * never for those of somebody else. Without it, they wait for connections of the database in the order in which they came, and
 * hundreds of one person delay everybody's by seconds.
 *
 * @returns a function that throws {@link HttpError} 429 where too many wait, and after too long a wait
 */
export function createTurns(database: DatabaseLocation): TakeTurn {
  const queues = createKeyQueues({ atOnce: atOnceWith(database), mostWaiting, waitMs })
  return async (c, task) => {
    const slot = queues.acquire(c.get('user')?.id ?? countedAddress(c.get('clientAddress')))
    const release = slot instanceof Promise ? orRefuse(await slot) : slot
    try {
      return await task()
    } finally {
      release()
    }
  }
}

/**
 * Runs reads (GET and HEAD) in turn. It comes after the session: looking that up is one short statement, and a slot of the
 * address for it would let one person keep all colleagues from theirs.
 *
 * A slot is held until the response has its headers. An event stream or a download, whose body follows, holds none.
 */
export function fairReads(takeTurn: TakeTurn): MiddlewareHandler<AppEnv> {
  const answer = (c: AppContext, next: Next): Promise<Response | undefined> =>
    takeTurn(c, async () => {
      if (c.env?.outgoing?.destroyed === true) return new Response(null, { status: clientClosedRequest })
      await next()
      return undefined
    })
  return (c, next) => (isLimited(c) ? answer(c, next) : next())
}

function atOnceWith(database: DatabaseLocation): number {
  if (!('url' in database)) return embeddedAtOnce
  const { maxConnections = usualConnections } = database
  return Math.max(1, Math.min(mostAtOnce, Math.floor(maxConnections * shareOfConnections)))
}

/** The session is looked up by then: its check waits for no slow page, which would look as if nobody were signed in. */
const sessionPath = '/api/me'

function isLimited(c: AppContext): boolean {
  return (c.req.method === 'GET' || c.req.method === 'HEAD') && c.req.path !== sessionPath
}

/**
 * @throws {HttpError} 429 where too many wait, and after too long a wait. A 503 would let a balancer take this instance for a
 * broken one.
 */
function orRefuse(slot: Release | undefined): Release {
  if (slot !== undefined) return slot
  throw new HttpError('rate_limited', 'Too many requests in a short time. Please wait a moment.', {
    retryAfterSeconds,
  })
}
