import { engineLabels } from '@org/languages'
import { ApiError, createChatCalls, createConversationCalls } from '@org/api-client'
import type { Http } from '@org/api-client'
import { createApiTransport, createChatEngine } from '@org/chat-engine'
import type { ChatEngine, ImageTools } from '@org/chat-engine'
import { createTabs } from '@org/chat-engine/tabs'
import type { Services } from '../../../shared/services.ts'
import { isKnownVisitor } from '../../session/known-visitor.ts'

/** Dependencies of the chat; `http` identifies the engine. */
type ChatServices = Pick<Services, 'http' | 'queryClient' | 'api'>

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
export function chatEngineOf(services: ChatServices): ChatEngine {
  return chatOf(services).engine
}

/**
 * Updates the engine's person. A guest who has signed in keeps the pending question, and so does a person
 * who has signed in again after their session ended; another person starts afresh. A signed-out result of the check
 * may only mean that it failed: the list is loaded again, and hides the conversations when the session has ended.
 */
export async function followPerson(services: ChatServices, email: string | null): Promise<void> {
  const chat = chatOf(services)
  const before = chat.person
  if (before === undefined) {
    chat.person = email
    return
  }
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
export async function forgetPerson(services: ChatServices): Promise<void> {
  const chat = chatOf(services)
  chat.person = null
  await chat.engine.reset()
}

function chatOf({ http, queryClient, api }: ChatServices): SiteChat {
  const known = chats.get(http)
  if (known !== undefined) return known
  const calls = { ...createChatCalls(http), ...createConversationCalls(http) }
  const listConversations: typeof calls.listConversations = async (query) => {
    // The server would answer 401 to a visitor, which the browser logs as an error of the page. After a person has been
    // signed in, the server itself answers: a session check that failed must not hide conversations.
    const person = chats.get(http)?.person ?? null
    if (person === null && (await isKnownVisitor(queryClient, api)))
      throw new ApiError({ code: 'login_required', status: 401 })
    return calls.listConversations(query)
  }
  const chat: SiteChat = {
    engine: createChatEngine({
      transport: createApiTransport({ ...calls, listConversations }),
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
