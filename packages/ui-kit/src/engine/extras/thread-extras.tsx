import type { RefObject } from 'react'
import type { ThreadHandle } from '../../chat/thread/thread-list.tsx'
import { FindInThread } from './find-in-thread.tsx'
import { PrintedConversation } from './printed-conversation.tsx'
import { ThreadBar } from './thread-bar.tsx'

/** The parts around the messages of a conversation: its bar, the search in it, and its printed form. */
export function ThreadExtras({
  threadRef,
  onShare,
}: {
  threadRef: RefObject<ThreadHandle | null>
  onShare?: (() => void) | undefined
}) {
  return (
    <>
      <ThreadBar onShare={onShare} />
      <FindInThread threadRef={threadRef} />
      <PrintedConversation />
    </>
  )
}
