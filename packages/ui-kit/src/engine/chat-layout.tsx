import { useAccess, useThread } from '@org/chat-engine/react'
import type { ChatMessage } from '@org/chat-engine'
import { useEffect, useRef, type ComponentType, type ReactNode, type RefObject } from 'react'
import { DisclaimerGate } from '../chat/disclaimer-gate.tsx'
import { DropZone } from '../chat/composer/composer-drop-zone.tsx'
import classes from './chat.module.css'
import { useChat } from './chat-context.ts'
import { useChatActions } from './composer/ask.ts'
import { ChatComposer } from './composer/chat-composer.tsx'
import { type ChatOption, ChatPickers } from './composer/chat-pickers.tsx'
import { ChatConversations, type ChatConversationsProps } from './conversations/chat-conversations.tsx'
import { ChatDialogs } from './dialogs/chat-dialogs.tsx'
import { ChatNotices } from './notices/chat-notices.tsx'
import { ChatThread } from './thread/chat-thread.tsx'
import { useChatTexts } from './use-chat-texts.ts'

/** Props of {@link ChatLayout}. */
export interface ChatLayoutProps {
  /** The list of conversations; false for a chat without one. @default {} */
  conversations?: ChatConversationsProps | false | undefined
  /** Authors that answers can be limited to; null while they load. Without authors and tools there are no pickers. */
  authors?: readonly ChatOption[] | null | undefined
  /** Tools that the assistant may use; null while they load. */
  tools?: readonly ChatOption[] | null | undefined
  /** Headings above the messages. */
  heading?: ReactNode
  /** Shown in place of the messages while there are none. @default 'How can I help?' */
  welcome?: ReactNode
  /** Shown below the text of each finished answer; the same component from render to render. @default nothing */
  AnswerFooter?: ComponentType<{ message: ChatMessage }> | undefined
  /** Notices of the page itself. */
  notices?: ReactNode
  /** Links to sign in and to sign up, shown when visitors must sign in. */
  signIn?: ReactNode
  /** URL of the full disclaimer. @default '/disclaimer' */
  disclaimerHref?: string | undefined
  /** True to focus the composer for each conversation that is shown, except on touch screens. @default true */
  autoFocus?: boolean | undefined
  /** The text area of the composer. */
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
  /** The checkbox of the disclaimer, while it is to be acknowledged. */
  disclaimerRef?: RefObject<HTMLInputElement | null> | undefined
  /** Shares the shown conversation. Absent: no button for it. */
  onShare?: (() => void) | undefined
  /** Called once the disclaimer is acknowledged. */
  onAcknowledge?: (() => void) | undefined
}

const list: ChatConversationsProps = {}

/** The whole chat below a `ChatProvider`: conversations at the side, the thread, and the composer under it. */
export function ChatLayout({
  conversations = list,
  authors,
  tools,
  heading,
  welcome,
  AnswerFooter,
  notices,
  signIn,
  disclaimerHref,
  autoFocus = true,
  inputRef,
  disclaimerRef,
  onShare,
  onAcknowledge,
}: ChatLayoutProps) {
  const { labels } = useChat()
  const texts = useChatTexts()
  const { attach } = useChatActions()
  const { status: access, disclaimer, acknowledgeDisclaimer } = useAccess()
  const mustAcknowledge = disclaimer.required && !disclaimer.acknowledged
  const threadKey = useThread()?.key ?? null
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const usedRef = inputRef ?? ownRef
  useComposerFocus(usedRef, autoFocus && !mustAcknowledge ? threadKey : null)
  const hasPickers = authors !== undefined || tools !== undefined
  const isUsable = !mustAcknowledge && threadKey !== null
  return (
    <div className={classes['chat']}>
      {conversations !== false && <ChatConversations {...conversations} />}
      <DropZone className={classes['conversation']} onDrop={isUsable ? attach : undefined}>
        {heading}
        <ChatThread
          welcome={welcome}
          quietError={access === 'needsAuth' ? texts.loginRequired : null}
          onShare={onShare}
          AnswerFooter={AnswerFooter}
        />
        <ChatNotices signIn={signIn} onRetry={() => usedRef.current?.focus()}>
          {notices}
        </ChatNotices>
        {mustAcknowledge && (
          <DisclaimerGate
            labels={labels.disclaimer}
            href={disclaimerHref}
            inputRef={disclaimerRef}
            onAccept={() => {
              acknowledgeDisclaimer()
              onAcknowledge?.()
            }}
          />
        )}
        <div className={classes['composer']}>
          <ChatComposer
            inputRef={usedRef}
            pickers={hasPickers && <ChatPickers authors={authors ?? null} tools={tools ?? null} />}
          />
        </div>
      </DropZone>
      <ChatDialogs />
    </div>
  )
}

/** Focuses the composer once for each conversation; null for none. */
function useComposerFocus(inputRef: RefObject<HTMLTextAreaElement | null>, threadKey: string | null): void {
  const focusedFor = useRef<string | null>(null)
  useEffect(() => {
    if (threadKey === null || focusedFor.current === threadKey) return
    focusedFor.current = threadKey
    // On a touch screen the focus would bring the keyboard up over the conversation.
    if (!matchMedia('(pointer: coarse)').matches) inputRef.current?.focus()
  }, [inputRef, threadKey])
}
