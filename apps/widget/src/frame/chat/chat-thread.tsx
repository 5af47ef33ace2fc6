import { kit } from '@org/languages'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Button, EmptyState, VisuallyHidden } from '@org/ui-kit'
import { Thread } from '@org/ui-kit/chat'
import { useCallback, useEffect } from 'react'
import { widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'
import type { OpenDialog } from './dialogs-lazy.tsx'
import { LazyAnswer } from './lazy-answer.tsx'
import { MessageView } from './message-view.tsx'
import type { Choice } from './pickers.tsx'

const noKeys: readonly string[] = []

/** Props of the widget's thread. */
export interface ChatThreadProps {
  /** True while the widget is open. */
  shown: boolean
  /** Authors and tools of the next answer. */
  choice: Choice
  onOpen: (dialog: OpenDialog) => void
}

/** The messages of the conversation on screen, and how it stands. */
export function ChatThread({ shown, choice, onOpen }: ChatThreadProps) {
  const engine = useChatEngine()
  const thread = useThread()
  const line = thread?.statusLine
  const isQuestion = useCallback((key: string) => engine.message(key).get()?.role === 'user', [engine])
  const threadKey = thread?.key
  const ask = useCallback(
    (text: string) => {
      if (threadKey !== undefined) engine.send(threadKey, { text, ...choice })
    },
    [engine, threadKey, choice],
  )
  const newestKey = thread?.messageKeys.at(-1)
  const renderMessage = useCallback(
    (key: string) => (
      <MessageView
        key={key}
        messageKey={key}
        onOpen={onOpen}
        // Only the newest answer shows its suggestions.
        onAsk={key === newestKey ? ask : undefined}
      />
    ),
    [onOpen, ask, newestKey],
  )

  useEffect(() => {
    // The box is there: now the view of an answer, before the first one comes.
    if (shown) void LazyAnswer.preload()
  }, [shown])

  return (
    <>
      {/* Answers bring headings of the third level. */}
      <h2>
        <VisuallyHidden>{widgetTexts.messages}</VisuallyHidden>
      </h2>
      <Thread
        labels={kit.thread}
        conversationKey={thread?.key}
        messageKeys={thread?.messageKeys ?? noKeys}
        isQuestion={isQuestion}
        renderMessage={renderMessage}
        loading={thread === null || (thread.history === 'loading' && thread.messageKeys.length === 0)}
        streaming={thread?.isRunning ?? false}
        status={line?.kind === 'status' ? line.text : undefined}
        error={line?.kind === 'error' ? line.text : undefined}
        hasOlder={thread?.hasOlder ?? false}
        loadingOlder={thread?.isLoadingOlder ?? false}
        onLoadOlder={thread?.loadOlder}
        empty={
          thread?.history === 'failed' ? (
            <EmptyState
              title={widgetTexts.historyFailed}
              action={
                <Button size="small" onClick={thread.reload}>
                  {widgetTexts.retry}
                </Button>
              }
            />
          ) : (
            <div className={classes.welcome}>
              <p>{widgetTexts.welcome}</p>
              <p>{widgetTexts.welcomeHint}</p>
            </div>
          )
        }
      />
    </>
  )
}
