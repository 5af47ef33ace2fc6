import { createEmbedCalls, createHttp, isApiError } from '@org/api-client'
import type { EmbedLists, Http } from '@org/api-client'

/** What a widget may know of its configurator, with the specification's defaults where nothing was told. */
export interface WidgetConfig extends EmbedLists {
  /** Whether the person must agree to the disclaimer before the first message. */
  requireDisclaimer: boolean
}

/** The calls of one widget. */
export interface WidgetApi {
  /** The way that all of its calls go, with its token. */
  http: Http
  /** What the configurator settles. A list that cannot be had is left empty (specification 2, section 8). */
  config: () => Promise<EmbedLists>
  /**
   * Asks for the token that stands in where cookies are blocked, and tells where the widget was seen.
   * `refused`: it may not stand there.
   */
  openSession: (origin: string) => Promise<'opened' | 'refused' | 'unavailable'>
  login: (credentials: { email: string; password: string }) => Promise<void>
  signup: (credentials: { email: string; password: string }) => Promise<void>
}

// A token is replaced when this part of its life is over.
const renewAfter = 0.8

/** The calls of the widget with that id; `''` is the site's own. */
export function createWidgetApi(cfg: string): WidgetApi {
  // In memory alone: nothing that opens a session is where scripts of a later day could find it.
  let token: string | undefined
  const http = createHttp({
    headers: () => ({
      'Accept-Language': document.documentElement.lang,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }),
  })
  const embed = createEmbedCalls(http)

  async function openSession(origin: string): Promise<'opened' | 'refused' | 'unavailable'> {
    if (cfg === '') return 'opened'
    try {
      const session = await embed.embedSession({ cfg, origin })
      ;({ token } = session)
      setTimeout(() => void openSession(origin), session.expiresIn * 1000 * renewAfter)
      return 'opened'
    } catch (error) {
      return isApiError(error) && error.status === 403 ? 'refused' : 'unavailable'
    }
  }

  return {
    http,
    openSession,
    config: async () =>
      cfg === '' ? (await import('./own-lists.ts')).ownLists(http) : embed.embedLists(cfg),
    login: (credentials) => embed.embedLogin(cfg, credentials),
    signup: (credentials) => embed.embedSignup(cfg, credentials),
  }
}

/** What a widget is where nobody has configured it (specification 2, section 9). */
export const defaultLists: EmbedLists = {
  config: {
    title: 'Chat Assistant',
    theme: 'ultra',
    conversations: 'multi',
    allowAttachments: true,
    sidebarCollapsed: true,
    composePlaceholder: 'Ask something. (Shift+Enter for newline)',
    requireDisclaimer: true,
    disclaimerUrl: '/disclaimer',
    affiliateCode: null,
    position: 'bottom-right',
  },
  authors: [],
  tools: [],
}
