import { type EmbedCalls, isApiError } from '@org/api-client'
import type { HostPage } from '../host/host-bridge.ts'

/** The embed session of a widget. Its token goes along with every call; the server refuses questions without it. */
export interface EmbedSession {
  /** Undefined before the first session, and for the site's own widget. */
  readonly token: string | undefined
  /** True for a visitor whom the page has identified: signing out is up to the page. */
  readonly isIdentified: boolean
  /** Opens the session on a page. `refused`: the widget is not allowed there. */
  open: (page: HostPage) => Promise<'opened' | 'refused' | 'unavailable'>
  /**
   * Resolves once calls are made for the visitor whom the page has identified, at once for a guest. An identity that the
   * server refuses makes a guest.
   *
   * @throws {ApiError} without a session: the browser's cookies may be those of another person
   */
  identified: () => Promise<void>
  /**
   * Makes a call that needs a valid token: waits for the handshake, and renews a token that has expired. When the server
   * refuses the call nevertheless, the token is renewed and the call repeated, once.
   *
   * @throws {ApiError} when the server refuses the session or cannot be reached, and what the call throws
   */
  withToken: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/** Options of opening a session. */
export interface EmbedSessionOptions {
  /** Id of the configurator; `''` is the site's own widget, which needs no token. */
  cfg: string
  request: EmbedCalls['embedSession']
  /** The page, where no handshake is needed to know it. */
  page: HostPage | undefined
  /** Called when the server refuses the identity of the visitor, with its reason. */
  onIdentityRefused?: (reason: string) => void
}

// A token is renewed when this part of its life is over.
const renewAfter = 0.8
// A question must reach the server before its token expires.
const marginMs = 30_000
/** Bounds of a token's lifetime in seconds: a timer of no time, or of more than 24 days, would renew it without end. */
const shortestLife = 60
const longestLife = 86_400

/** The token is held in memory only, out of reach of other scripts and of later visits. */
export function createEmbedSession({
  cfg,
  request,
  page,
  onIdentityRefused,
}: EmbedSessionOptions): EmbedSession {
  const host = Promise.withResolvers<HostPage>()
  if (page !== undefined) host.resolve(page)
  let token: string | undefined
  let expiresAt = 0
  /** True once the server has refused the identity of the visitor. */
  let isGuest = false
  let isIdentified = false
  let pending: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchToken(): Promise<void> {
    const { user, ...around } = await host.promise
    const session = await (user === undefined || isGuest
      ? request({ cfg, ...around, ...(isGuest && { guest: true }) })
      : request({ cfg, ...around, user }).catch((error: unknown) => {
          const reason = identityRefusal(error)
          if (reason === undefined) throw error
          isGuest = true
          onIdentityRefused?.(reason)
          return request({ cfg, ...around, guest: true })
        }))
    ;({ token } = session)
    isIdentified = user !== undefined && !isGuest
    const lifeMs = Math.min(Math.max(session.expiresIn, shortestLife), longestLife) * 1000
    expiresAt = Date.now() + lifeMs
    clearTimeout(timer)
    // `withToken` tries again when this renewal fails.
    timer = setTimeout(() => void renew().catch(() => undefined), lifeMs * renewAfter)
  }

  function renew(): Promise<void> {
    pending ??= fetchToken().finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    get token() {
      return token
    },
    get isIdentified() {
      return isIdentified
    },
    async open(next) {
      host.resolve(next)
      if (cfg === '') return 'opened'
      try {
        await renew()
        return 'opened'
      } catch (error) {
        return isApiError(error) && error.status === 403 ? 'refused' : 'unavailable'
      }
    },
    async identified() {
      if (cfg === '' || (await host.promise).user === undefined) return
      if (Date.now() > expiresAt - marginMs) await renew()
    },
    async withToken(call) {
      if (cfg === '') return call()
      if (Date.now() > expiresAt - marginMs) await renew()
      const used = token
      try {
        return await call()
      } catch (error) {
        // The clock of this machine was set back, or the server has another key: the token is refused before its time.
        if (!isApiError(error) || error.status !== 403) throw error
        if (token === used) await renew()
        return call()
      }
    },
  }
}

/** The reason for which the server refuses an identity; undefined for another failure. */
function identityRefusal(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined
  const { code, detail } = error
  if (code === 'identity_refused') {
    return typeof detail === 'object' && detail !== null && 'reason' in detail
      ? String(detail.reason)
      : 'invalid'
  }
  // Fields that are missing or too long, or too many new visitors: the chat still works for a guest.
  return code === 'invalid' || code === 'rate_limited' ? code : undefined
}
