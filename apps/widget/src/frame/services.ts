import { createEmbedCalls, createHttp, createListCalls, isApiError } from '@org/api-client'
import type { EmbedLists } from '@org/api-client'
import { createChatEngine, createSafeStorage } from '@org/chat-engine'
import type { ChatEngine, ChatStorage } from '@org/chat-engine'
import { engineLabels } from '@org/languages'
import { createLazyTransport } from './lazy-transport.ts'

/** What a widget may know of its configurator, with the specification's defaults where nothing was told. */
export interface WidgetConfig extends EmbedLists {
  /** Whether the person must agree to the disclaimer before the first message. */
  requireDisclaimer: boolean
}

/** The calls of one widget. */
export interface WidgetApi {
  /** What the configurator settles. A list that cannot be had is left empty (specification 2, section 8). */
  config: () => Promise<EmbedLists>
  /**
   * Asks for the token that stands in where cookies are blocked, and tells where the widget was seen.
   * `refused`: it may not stand there.
   */
  openSession: (origin: string) => Promise<'opened' | 'refused' | 'unavailable'>
  login: (credentials: { email: string; password: string }) => Promise<void>
  signup: (credentials: { email: string; password: string }) => Promise<void>
  engine: (config: WidgetConfig) => ChatEngine
}

// A token is replaced when this part of its life is over.
const renewAfter = 0.8

/** The calls of the widget with that id; `''` is the site's own. */
export function createWidgetApi(cfg: string): WidgetApi {
  // In memory alone: nothing that opens a session is where scripts of a later day could find it.
  let token: string | undefined
  const http = createHttp({
    headers: () => (token === undefined ? {} : { Authorization: `Bearer ${token}` }),
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
    openSession,
    config: () => (cfg === '' ? ownLists(http) : embed.embedLists(cfg)),
    login: (credentials) => embed.embedLogin(cfg, credentials),
    signup: (credentials) => embed.embedSignup(cfg, credentials),
    engine: ({ requireDisclaimer, config }) =>
      createChatEngine({
        transport: createLazyTransport(http, cfg === '' ? undefined : cfg),
        storage: widgetStorage(cfg, config.conversations === 'single' ? findSessionStorage : undefined),
        disclaimer: { required: requireDisclaimer },
        labels: engineLabels(),
        // The banner is cleared 1.5 s after an answer's end, whatever it says (specification 2, section 4).
        limits: { errorLingerMs: 1500 },
        imageTools: {
          shrink: async (...call) =>
            (await import('@org/chat-engine/browser-images')).createBrowserImageTools().shrink(...call),
        },
      }),
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

async function ownLists(http: ReturnType<typeof createHttp>): Promise<EmbedLists> {
  const lists = createListCalls(http)
  const [authors, tools] = await Promise.all([lists.authors(), lists.tools()])
  return {
    ...defaultLists,
    authors: authors.map(({ name }) => name),
    tools: tools.map(({ name }) => name),
  }
}

/**
 * Where a widget keeps what it must: each for itself, since several may stand on one site. The disclaimer is one for
 * all. A single-use conversation lasts as long as its tab.
 */
function widgetStorage(cfg: string, inner?: () => ChatStorage | undefined): ChatStorage {
  const [shared, own] = [createSafeStorage(), createSafeStorage(inner)]
  const placeOf = (key: string): [ChatStorage, string] =>
    key === 'disclaimer'
      ? [shared, key]
      : [own, cfg === '' ? `org.widget.${key}` : `org.widget.${cfg}.${key}`]
  return {
    getItem(key) {
      const [storage, name] = placeOf(key)
      return storage.getItem(name)
    },
    setItem(key, value) {
      const [storage, name] = placeOf(key)
      storage.setItem(name, value)
    },
    removeItem(key) {
      const [storage, name] = placeOf(key)
      storage.removeItem(name)
    },
  }
}

function findSessionStorage(): ChatStorage | undefined {
  return globalThis.sessionStorage
}
