import { createEmbedCalls, createHttp, previewHeader, widgetDefaults } from '@org/api-client'
import type { EmbedLists, Http } from '@org/api-client'
import { createEmbedSession, type EmbedSession } from './embed-session.ts'
import { fetchOrFirst } from './first-response.ts'
import type { HostPage } from '../host/host-bridge.ts'
import { isPreview } from '../host/is-preview.ts'

/** Public settings of a widget's configurator, with the specification's defaults for missing ones. */
export interface WidgetConfig extends EmbedLists {
  /** True when the disclaimer must be accepted before the first message. */
  requireDisclaimer: boolean
}

/** The calls of one widget. */
export interface WidgetApi {
  /** Id of the configurator; `''` is the site's own widget. */
  cfg: string
  /** The way that all of its calls go, with its token. */
  http: Http
  /** Settings of the configurator. A list that cannot be loaded is empty (specification 2, section 8). */
  config: () => Promise<EmbedLists>
  /** The session that questions need. */
  session: EmbedSession
  login: (credentials: { email: string; password: string }) => Promise<void>
  signup: (credentials: { email: string; password: string }) => Promise<void>
  /** Ends the session of whoever has signed in inside the frame. */
  logout: () => Promise<void>
}

/**
 * The calls of the widget with that id; `''` is the site's own.
 *
 * @param page the page around the widget, where no handshake is needed to know it
 * @param onIdentityRefused called when the server refuses the identity of the visitor, with its reason
 */
export function createWidgetApi(
  cfg: string,
  page: HostPage | undefined,
  onIdentityRefused?: (reason: string) => void,
): WidgetApi {
  const http = createHttp({
    fetch: fetchOrFirst,
    headers: () => ({
      'Accept-Language': document.documentElement.lang,
      ...(session.token === undefined ? {} : { Authorization: `Bearer ${session.token}` }),
      ...(isPreview(window) && { [previewHeader]: '1' }),
    }),
  })
  const embed = createEmbedCalls(http)
  const session = createEmbedSession({
    cfg,
    request: embed.embedSession,
    page,
    ...(onIdentityRefused && { onIdentityRefused }),
  })

  return {
    cfg,
    http,
    session,
    config: async () =>
      cfg === '' ? (await import('./own-lists.ts')).ownLists(http) : embed.embedLists(cfg),
    login: (credentials) => embed.embedLogin(cfg, credentials),
    signup: (credentials) => embed.embedSignup(cfg, credentials),
    logout: async () => (await import('./logout.ts')).logout(http),
  }
}

/** Settings of a widget that nobody has configured (specification 2, section 9). */
export const defaultLists: EmbedLists = {
  config: {
    ...widgetDefaults,
    theme: widgetDefaults.widgetTheme,
    conversations: widgetDefaults.allowConversations,
  },
  authors: [],
  tools: [],
}
