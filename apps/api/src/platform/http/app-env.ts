import type { Writable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { SessionUser, SiteSession } from './principal.ts'

/** Values that `listen` adds to every request. */
export interface ServerBindings extends HttpBindings {
  /**
   * Has the body written straight to the connection, once the headers are out of the response, which has none
   * itself. It costs a fraction of a web stream.
   */
  writeBody: (write: (connection: Writable) => void) => void
}

/** Variables of every handler's context. `c.env` is empty in tests that call `app.request()`. */
export interface AppEnv {
  Bindings: Partial<ServerBindings>
  Variables: {
    requestId: string
    log: Logger
    /** The visitor's address, as far as trusted proxies vouch for it. */
    clientAddress: string
    /** True when the browser uses https. */
    secure: boolean
    /** Signed-in user; always null outside /api. */
    user: SessionUser | null
    /** The session of our own pages that came along: of `user`, or one that takes the second step of a sign-in. */
    session: SiteSession | null
    /** The session of a recovery link, which only chooses a new password; beside `session`, maybe of another account. */
    recovery: SiteSession | null
    /** Sources of the content security policy for the scripts inside of the document that is served; none without one. */
    scriptDigests: readonly string[] | undefined
  }
}

/** The context of a handler. */
export type AppContext = Context<AppEnv>
