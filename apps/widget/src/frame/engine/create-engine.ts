import { createChatCalls, createConversationCalls, isApiError } from '@org/api-client'
import {
  createApiTransport,
  createChatEngine,
  type ChatEngine,
  type ChatEngineOptions,
} from '@org/chat-engine'
import { engineLabels } from '@org/languages'
import type { WidgetApi } from '../session/services.ts'

/** Options of a widget's chat engine. */
export interface WidgetEngineOptions {
  api: Pick<WidgetApi, 'http' | 'session'>
  /** Id of the configurator; `''` is the site's own widget. */
  cfg: string
  /** Storage and namespace of its browser data, and its disclaimer. */
  stored: Pick<ChatEngineOptions, 'storage' | 'namespace' | 'disclaimer'>
  /** Called with the account of the frame whenever the server names it; null for a visitor. */
  onAccount: (account: string | null) => void
}

/** The chat of a widget. */
export function createWidgetEngine({
  api: { http, session },
  cfg,
  stored,
  onAccount,
}: WidgetEngineOptions): ChatEngine {
  const calls = { ...createChatCalls(http), ...createConversationCalls(http) }
  const transport = createApiTransport(
    { ...calls, chat: (...call) => session.withToken(() => calls.chat(...call)) },
    cfg === '' ? {} : { embedId: cfg },
  )
  const listConversations: typeof transport.listConversations = async (...call) => {
    await session.identified()
    try {
      const page = await transport.listConversations(...call)
      onAccount(page.accountId ?? null)
      return page
    } catch (error) {
      if (isApiError(error) && error.status === 401) onAccount(null)
      throw error
    }
  }
  return createChatEngine({
    transport: { ...transport, listConversations },
    ...stored,
    labels: engineLabels(),
    // A failure of rename or delete falls back to local behaviour (specification 1, section 7).
    refusedChanges: 'keep',
    // Status and error banners are cleared 1.5 s after an answer's end (specification 2, section 4).
    limits: { errorLingerMs: 1500 },
    imageTools: {
      shrink: async (...call) =>
        (await import('@org/chat-engine/browser-images')).createBrowserImageTools().shrink(...call),
    },
  })
}
