import { lazyPart } from '@org/ui-kit'
import type { ChatThreadProps } from './chat-thread.tsx'

/** The messages. Their code comes while the box to write in is already there. */
export const LazyThread = lazyPart<ChatThreadProps>(
  async () => (await import('./chat-thread.tsx')).ChatThread,
)
