import { ArrowDown } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Button } from '../../controls/button.tsx'
import { Skeleton } from '../../states/skeleton.tsx'
import { StatusLine } from '../../states/status-line.tsx'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import { ThreadList, type ThreadHandle } from './thread-list.tsx'
import { TurnGroups } from './thread-turns.ts'
import { useAnnouncer } from './use-announcer.ts'
import { useOlderMessages } from './use-older-messages.ts'
import { useThreadScroll } from './use-thread-scroll.ts'
import { loadTurnWindow } from './use-turn-window.ts'
import classes from './thread.module.css'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** The texts of a thread. */
export interface ThreadLabels {
  /** The name of the region. @default 'Messages' */
  messages: string
  /** @default 'Loading messages…' */
  loading: string
  /** @default 'Load older messages' */
  loadOlder: string
  /** @default 'Jump to latest' */
  jumpToLatest: string
  /** Said to a screen reader when an answer begins. @default 'The assistant is answering.' */
  answering: string
}

/** The line under the messages; that of `@org/chat-engine` fits. */
export interface ThreadStatusLine {
  readonly tone: 'busy' | 'error'
  readonly text: string
}

/** Props of {@link Thread}. */
export interface ThreadProps {
  /** Key of the conversation. A changed key opens the new conversation at its end. */
  conversationKey?: string | undefined
  /** Oldest first. The same array for as long as no message comes or goes. */
  messageKeys: readonly string[]
  /** Returns whether a message is a user message, which starts a turn. */
  isQuestion: (key: string) => boolean
  /** One `MessageBubble`. The same function for as long as what it gives is the same. */
  renderMessage: (key: string) => ReactNode
  /** Shown in place of the messages while there are none. */
  empty?: ReactNode
  /** True while messages load. @default false */
  loading?: boolean | undefined
  /** True when older messages can be loaded. @default false */
  hasOlder?: boolean | undefined
  /** True while older messages load. @default false */
  loadingOlder?: boolean | undefined
  /** Asked for by the button, and by a reader who scrolls up to it. */
  onLoadOlder?: (() => void) | undefined
  /** True while an answer is streaming. @default false */
  streaming?: boolean | undefined
  /** Progress (`busy`, with a spinner) or failure (`error`, red with a '!'). @default null */
  statusLine?: ThreadStatusLine | null | undefined
  labels?: Given<ThreadLabels> | undefined
  ref?: Ref<ThreadHandle> | undefined
}

const defaultLabels: ThreadLabels = {
  messages: 'Messages',
  loading: 'Loading messages…',
  loadOlder: 'Load older messages',
  jumpToLatest: 'Jump to latest',
  answering: 'The assistant is answering.',
}

const ThreadStatus = /* @__PURE__ */ memo(StatusLine)

/** More messages than this, and only those near the view are in the page. */
const longThread = 40

/**
 * A conversation as a log. It opens at its end; a question that is asked goes to the top and its answer grows below
 * it; a reader who scrolls up is left alone. A screen reader announces the start of an answer, and the answer once it is
 * whole, instead of every word as it arrives. Of more than 40 messages, those near the view are in the page.
 */
export function Thread({
  conversationKey = '',
  messageKeys,
  isQuestion,
  renderMessage,
  empty,
  loading = false,
  hasOlder = false,
  loadingOlder = false,
  onLoadOlder,
  streaming = false,
  statusLine = null,
  labels,
  ref,
}: ThreadProps) {
  const texts = withDefaults(defaultLabels, labels)
  const [groups] = useState(() => new TurnGroups())
  const turns = groups.of(messageKeys, isQuestion)
  const hasMessages = !loading && turns.length > 0
  const { scrollRef, contentRef, atEnd, reservedTurn, toEnd, release, readTurn } = useThreadScroll({
    conversation: hasMessages ? conversationKey : undefined,
    firstTurn: turns[0]?.key,
    lastTurn: turns.at(-1)?.key,
    lastMessage: messageKeys.at(-1),
    streaming,
  })
  const announcerRef = useRef<HTMLOutputElement>(null)
  useAnnouncer(announcerRef, contentRef, streaming, texts.answering)
  useOlderMessages(scrollRef, hasOlder && hasMessages && !loadingOlder ? onLoadOlder : undefined)
  useEffect(() => {
    // The next page may make the thread a long one.
    if (hasOlder) void loadTurnWindow()
  }, [hasOlder])

  return (
    <div className={classes['thread']}>
      <div className={classes['stage']}>
        <div
          ref={scrollRef}
          className={classes['scroll']}
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-busy={streaming}
          aria-label={texts.messages}
        >
          <div ref={contentRef} className={classes['content']}>
            {hasOlder && !loading && (
              <div className={classes['older']}>
                <Button variant="ghost" size="small" busy={loadingOlder} onClick={onLoadOlder}>
                  {texts.loadOlder}
                </Button>
              </div>
            )}
            {loading && (
              <div className={classes['loading']}>
                <Skeleton lines={4} label={texts.loading} />
              </div>
            )}
            {!loading && !hasMessages && empty}
            {hasMessages && (
              <ThreadList
                ref={ref}
                turns={turns}
                isLong={messageKeys.length > longThread}
                scrollRef={scrollRef}
                reservedTurn={reservedTurn}
                renderMessage={renderMessage}
                readTurn={readTurn}
                onReveal={release}
              />
            )}
          </div>
        </div>
      </div>
      <div className={classes['foot']} data-empty={(!loading && !hasMessages) || undefined}>
        <ThreadStatus className={classes['line']} tone={statusLine?.tone ?? 'busy'}>
          {statusLine?.text}
        </ThreadStatus>
        {!atEnd && hasMessages && (
          <Button size="small" icon={<ArrowDown aria-hidden="true" />} onClick={toEnd}>
            {texts.jumpToLatest}
          </Button>
        )}
      </div>
      <VisuallyHidden>
        <output ref={announcerRef} />
      </VisuallyHidden>
    </div>
  )
}
