import { useChatEngine, useThread, type ThreadControls } from '@org/chat-engine/react'
import type { ChatMessage } from '@org/chat-engine'
import { useCallback, useRef, type ComponentType, type ReactNode, type Ref } from 'react'
import { Button } from '../../controls/button.tsx'
import { EmptyState } from '../../states/empty-state.tsx'
import type { ThreadHandle } from '../../chat/thread/thread-list.tsx'
import { Thread } from '../../chat/thread/thread.tsx'
import { useChat } from '../chat-context.ts'
import bar from '../extras/bar.module.css'
import { LazyThreadExtras } from '../extras/lazy-extras.tsx'
import { useFindKey } from '../extras/use-find-key.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import { MessageRow } from './message-row.tsx'
import classes from './thread.module.css'
import { useRecordLimits } from './use-record-limits.ts'

/** Props of {@link ChatThread}. */
export interface ChatThreadProps {
  /** Shown in place of the messages while there are none. @default 'How can I help?' */
  welcome?: ReactNode
  /** An error text that is shown elsewhere, and so not below the messages. @default null */
  quietError?: string | null | undefined
  /** Shown below the text of each finished answer; the same component from render to render. @default nothing */
  AnswerFooter?: ComponentType<{ message: ChatMessage }> | undefined
  /** Shares the conversation. Absent, and in a compact chat: no button for it. */
  onShare?: (() => void) | undefined
}

const noMessages: readonly string[] = []

/** The messages of the selected conversation with their status line; unless compact, with a bar to find and to export. */
export function ChatThread(props: ChatThreadProps) {
  return useChat().compact ? <Messages {...props} /> : <FramedMessages {...props} />
}

function FramedMessages(props: ChatThreadProps) {
  const thread = useThread()
  const threadRef = useRef<ThreadHandle>(null)
  const hasMessages = thread !== null && thread.messageKeys.length > 0
  useFindKey(thread !== null && (hasMessages || isLoading(thread)) ? thread.key : null)
  useRecordLimits()
  return (
    <div className={bar['frame']}>
      {hasMessages && <LazyThreadExtras key={thread.key} threadRef={threadRef} onShare={props.onShare} />}
      <Messages {...props} threadRef={threadRef} />
    </div>
  )
}

function Messages({
  welcome,
  quietError = null,
  AnswerFooter,
  threadRef,
}: ChatThreadProps & { threadRef?: Ref<ThreadHandle> }) {
  const engine = useChatEngine()
  const { labels } = useChat()
  const thread = useThread()
  const isQuestion = useCallback((key: string) => engine.message(key).get()?.role === 'user', [engine])
  const renderMessage = useCallback(
    (key: string): ReactNode => <MessageRow messageKey={key} AnswerFooter={AnswerFooter} />,
    [AnswerFooter],
  )
  const line = thread?.statusLine ?? null
  const isQuiet = line?.tone === 'error' && line.text === quietError
  return (
    <Thread
      labels={labels.thread}
      ref={threadRef}
      conversationKey={thread?.key}
      messageKeys={thread?.messageKeys ?? noMessages}
      isQuestion={isQuestion}
      renderMessage={renderMessage}
      loading={thread === null || isLoading(thread)}
      streaming={thread?.isRunning ?? false}
      statusLine={isQuiet ? null : line}
      hasOlder={thread?.hasOlder ?? false}
      loadingOlder={thread?.isLoadingOlder ?? false}
      onLoadOlder={thread?.loadOlder}
      empty={
        thread?.history === 'failed' ? <HistoryFailure onRetry={thread.reload} /> : (welcome ?? <Welcome />)
      }
    />
  )
}

/** Returns whether the first messages of a conversation are still to come. */
function isLoading({ history, messageKeys, conversationId }: ThreadControls): boolean {
  if (messageKeys.length > 0) return false
  return history === 'loading' || (history === 'idle' && conversationId !== null)
}

function Welcome() {
  return <EmptyState title={useChatTexts().welcome} />
}

function HistoryFailure({ onRetry }: { onRetry: () => void }) {
  const texts = useChatTexts()
  return (
    <div className={classes['failure']}>
      <EmptyState
        title={texts.historyFailed}
        action={
          <Button variant="primary" onClick={onRetry}>
            {texts.retry}
          </Button>
        }
      >
        {texts.historyFailedHint}
      </EmptyState>
    </div>
  )
}
