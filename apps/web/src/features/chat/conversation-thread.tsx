import { kit } from '@org/languages'
import type { ReactNode } from 'react'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import type { ThreadControls } from '@org/chat-engine/react'
import { Button, EmptyState } from '@org/ui-kit'
import { Thread } from '@org/ui-kit/chat'
import type { ThreadHandle } from '@org/ui-kit/chat'
import { useCallback, useRef } from 'react'
import { chatTexts } from './chat.texts.ts'
import { LazyThreadExtras } from './lazy-extras.tsx'
import { MessageView } from './message-view.tsx'
import classes from './thread.module.css'
import { useFindKey } from './use-find-key.ts'
import { useRecordLimits } from './use-record-limits.ts'

const noMessages: readonly string[] = []

/** The messages of the conversation on screen, and how it stands. `welcome` shows while there are none. */
export function ConversationThread({
  welcome,
  quietError,
}: {
  welcome: ReactNode
  quietError?: string | undefined
}) {
  const engine = useChatEngine()
  const thread = useThread()
  const threadRef = useRef<ThreadHandle>(null)
  const isQuestion = useCallback((key: string) => engine.message(key).get()?.role === 'user', [engine])
  useRecordLimits()
  const line = thread?.statusLine
  const error = line?.kind === 'error' && line.text !== quietError ? line.text : undefined
  const hasMessages = thread !== null && thread.messageKeys.length > 0
  useFindKey(thread !== null && (hasMessages || isLoading(thread)) ? thread.key : null)
  return (
    <div className={classes.frame}>
      {hasMessages && <LazyThreadExtras key={thread.key} threadRef={threadRef} />}
      <Thread
        labels={kit.thread}
        ref={threadRef}
        conversationKey={thread?.key}
        messageKeys={thread?.messageKeys ?? noMessages}
        isQuestion={isQuestion}
        renderMessage={renderMessage}
        loading={thread === null || isLoading(thread)}
        streaming={thread?.isRunning ?? false}
        status={line?.kind === 'status' ? line.text : undefined}
        error={error}
        hasOlder={thread?.hasOlder ?? false}
        loadingOlder={thread?.isLoadingOlder ?? false}
        onLoadOlder={thread?.loadOlder}
        empty={thread?.history === 'failed' ? <HistoryFailure onRetry={thread.reload} /> : welcome}
      />
    </div>
  )
}

function renderMessage(key: string): ReactNode {
  return <MessageView messageKey={key} />
}

function isLoading({ history, messageKeys, conversationId }: ThreadControls): boolean {
  if (messageKeys.length > 0) return false
  return history === 'loading' || (history === 'idle' && conversationId !== null)
}

function HistoryFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.historyFailure}>
      <EmptyState
        title={chatTexts.historyFailed}
        action={
          <Button variant="primary" onClick={onRetry}>
            {chatTexts.retry}
          </Button>
        }
      >
        {chatTexts.historyFailedHint}
      </EmptyState>
    </div>
  )
}
