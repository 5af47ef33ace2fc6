import type { Page } from '@org/api-client'
import type { EngineContext } from '../context.ts'
import type { ThreadMessage, TransportCall } from '../transport/transport.ts'

/** The newest page of a conversation. */
export interface NewestMessages {
  page: Page<ThreadMessage>
  /** Stream of the running answer that the page begins with; null without one. */
  streamId: string | null
}

export function listMessages(
  context: EngineContext,
  id: string,
  cursor: string | null,
  call: TransportCall,
): Promise<Page<ThreadMessage>> {
  return context.transport.listMessages(id, { ...call, limit: context.limits.messagePage, cursor })
}

/** Loads the newest page of a conversation, and the stream of its running answer. */
export async function loadNewest(
  context: EngineContext,
  id: string,
  call: TransportCall,
): Promise<NewestMessages> {
  const page = await listMessages(context, id, null, call)
  if (page.items[0]?.status !== 'streaming') return { page, streamId: null }
  const { activeStreamId } = await context.transport.getConversation(id, call)
  if (activeStreamId !== null) return { page, streamId: activeStreamId }
  // It ended between the two responses.
  return { page: await listMessages(context, id, null, call), streamId: null }
}
