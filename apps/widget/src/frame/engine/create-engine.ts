import { createChatCalls, createConversationCalls } from '@org/api-client'
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
}

/** The chat of a widget. */
export function createWidgetEngine({ api: { http, session }, cfg, stored }: WidgetEngineOptions): ChatEngine {
  const calls = createChatCalls(http)
  const chat: typeof calls.chat = async (...call) => {
    await session.ensure()
    return calls.chat(...call)
  }
  return createChatEngine({
    transport: createApiTransport(
      { ...calls, ...createConversationCalls(http), chat },
      cfg === '' ? {} : { embedId: cfg },
    ),
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
