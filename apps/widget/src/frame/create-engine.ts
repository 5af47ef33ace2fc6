import { createChatCalls, createConversationCalls, type Http } from '@org/api-client'
import { createApiTransport, createChatEngine, type ChatEngine, type ChatStorage } from '@org/chat-engine'
import { engineLabels } from '@org/languages'

/** What the chat of a widget stands on. */
export interface WidgetEngineOptions {
  http: Http
  /** Id of the configurator; `''` is the site's own widget. */
  cfg: string
  storage: ChatStorage
  requireDisclaimer: boolean
}

/** The chat of a widget. */
export function createWidgetEngine({
  http,
  cfg,
  storage,
  requireDisclaimer,
}: WidgetEngineOptions): ChatEngine {
  return createChatEngine({
    transport: createApiTransport(
      { ...createChatCalls(http), ...createConversationCalls(http) },
      cfg === '' ? {} : { embedId: cfg },
    ),
    storage,
    labels: engineLabels(),
    disclaimer: { required: requireDisclaimer },
    // The banner is cleared 1.5 s after an answer's end, whatever it says (specification 2, section 4).
    limits: { errorLingerMs: 1500 },
    imageTools: {
      shrink: async (...call) =>
        (await import('@org/chat-engine/browser-images')).createBrowserImageTools().shrink(...call),
    },
  })
}
