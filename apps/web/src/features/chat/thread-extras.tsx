import { FindInThread } from './find-in-thread.tsx'
import { PrintedConversation } from './printed-conversation.tsx'
import { ThreadBar } from './thread-bar.tsx'
import type { ThreadExtrasProps } from './lazy-extras.tsx'

/** Parts around the messages of a conversation. */
export function ThreadExtras({ threadRef }: ThreadExtrasProps) {
  return (
    <>
      <ThreadBar />
      <FindInThread threadRef={threadRef} />
      <PrintedConversation />
    </>
  )
}

export { AnswerActions } from './answer-actions.tsx'
export { GuestImportNotice } from './guest-import-notice.tsx'
export { QuestionActions } from './question-actions.tsx'
export { QuestionEditor } from './question-editor.tsx'
