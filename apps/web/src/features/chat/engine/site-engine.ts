import { engineLabels } from '@org/languages'
import { createChatCalls, createConversationCalls } from '@org/api-client'
import type { Http } from '@org/api-client'
import { createApiTransport, createChatEngine } from '@org/chat-engine'
import type { ChatEngine, ImageTools } from '@org/chat-engine'
import { createTabs } from '@org/chat-engine/tabs'

/** Fetched with the first image: most questions have none. */
const imageTools: ImageTools = {
  shrink: async (...image) => {
    const { createBrowserImageTools } = await import('@org/chat-engine/browser-images')
    return createBrowserImageTools().shrink(...image)
  },
}

interface SiteChat {
  engine: ChatEngine
  /** Current person: an email address, null for a guest, undefined until the first session check. */
  person: string | null | undefined
}

// One engine for the life of the page: an answer goes on while the person reads another page.
const chats = new WeakMap<Http, SiteChat>()

/** The site's chat engine. */
export function chatEngineOf(http: Http): ChatEngine {
  return chatOf(http).engine
}

/**
 * Updates the engine's person. A guest who has signed in keeps the pending question, and so does a person
 * who has signed in again after their session ended; another person starts afresh. A signed-out result of the check
 * may only mean that it failed: the list is loaded again, and hides the conversations when the session has ended.
 */
export async function followPerson(http: Http, email: string | null): Promise<void> {
  const chat = chatOf(http)
  const before = chat.person
  if (before === undefined) chat.person = email
  if (before === undefined) return
  if (email === null) {
    if (before !== null && !isRefused(chat.engine)) await chat.engine.refresh()
    return
  }
  if (email === before && !isRefused(chat.engine)) return
  chat.person = email
  await (before === null || before === email ? chat.engine.refresh() : chat.engine.reset())
  if (chat.engine.access.get().status === 'signedIn') chat.engine.sendPendingPrompt()
}

function isRefused({ access }: ChatEngine): boolean {
  const { status } = access.get()
  return status === 'guest' || status === 'needsAuth'
}

/** Forgets everything of the person who has signed out. */
export async function forgetPerson(http: Http): Promise<void> {
  const chat = chatOf(http)
  chat.person = null
  await chat.engine.reset()
}

function chatOf(http: Http): SiteChat {
  const known = chats.get(http)
  if (known !== undefined) return known
  const calls = { ...createChatCalls(http), ...createConversationCalls(http) }
  const chat: SiteChat = {
    engine: createChatEngine({
      transport: createApiTransport(calls),
      imageTools,
      tabs: createTabs(),
      labels: engineLabels(),
      disclaimer: { required: true },
      // A failure of rename or delete falls back to local behaviour (specification 1, section 7).
      refusedChanges: 'keep',
    }),
    person: undefined,
  }
  chats.set(http, chat)
  // Saves the last input, too. A page in the back/forward cache continues with it.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) chat.engine.dispose()
  })
  return chat
}
