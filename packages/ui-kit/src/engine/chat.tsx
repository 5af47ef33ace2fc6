import type { ChatEngine } from '@org/chat-engine'
import { ChatLayout, type ChatLayoutProps } from './chat-layout.tsx'
import { ChatProvider, type ChatProviderProps } from './chat-provider.tsx'

/** Props of {@link Chat}. */
export interface ChatProps extends ChatLayoutProps, Omit<ChatProviderProps, 'engine' | 'children'> {
  /** Created once, outside of rendering. */
  engine: ChatEngine
}

/**
 * A whole chat of an engine: conversations, messages, composer, notices and dialogs. Fills a flex column.
 *
 * @example
 * import { createApiClient } from '@org/api-client'
 * import { createApiTransport, createChatEngine } from '@org/chat-engine'
 * import { Chat } from '@org/ui-kit/engine'
 *
 * const engine = createChatEngine({ transport: createApiTransport(createApiClient()) })
 *
 * export const chat = <Chat engine={engine} />
 */
export function Chat({ engine, view, labels, compact, imageHosts, highlight, ...layout }: ChatProps) {
  const provided = { engine, view, labels, compact, imageHosts, highlight }
  return (
    <ChatProvider {...provided}>
      <ChatLayout {...layout} />
    </ChatProvider>
  )
}
