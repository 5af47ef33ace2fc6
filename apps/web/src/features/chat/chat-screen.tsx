import { kit } from '@org/languages'
import { useAccess, useSelectedConversation, useThread } from '@org/chat-engine/react'
import { DisclaimerGate, DropZone } from '@org/ui-kit/chat'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ChatComposer } from './chat-composer.tsx'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationThread } from './conversation-thread.tsx'
import { LazyDialogs } from './lazy-dialogs.tsx'
import { Notices } from './notices.tsx'
import { Shortcuts, ShortcutsButton } from './shortcuts.tsx'
import { useAsk } from './use-ask.ts'
import { useAttach } from './use-attachments.ts'
import { useConversationAddress } from './use-conversation-address.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { Welcome } from './welcome.tsx'

/** Addresses and links of other screens, which the chat itself does not know. */
export interface ChatScreenProps {
  /** The chat's own address. */
  path: string
  disclaimerHref: string
  /** The links to sign in and to sign up, which come back to this conversation. */
  signIn: ReactNode
}

/** The whole chat: conversations at the side, the thread, and the input under it. */
export function ChatScreen({ path, disclaimerHref, signIn }: ChatScreenProps) {
  const isMissing = useConversationAddress()
  const { status: access, disclaimer, acknowledgeDisclaimer } = useAccess()
  const mustAcknowledge = disclaimer.required && !disclaimer.acknowledged
  const threadKey = useThread()?.key
  const title = useSelectedConversation()?.title
  const ask = useAsk()
  const attach = useAttach()
  const conversationRef = useRef<HTMLDivElement>(null)
  // For when the button that was pressed is gone.
  const focusInput = () => {
    conversationRef.current?.querySelector<HTMLElement>(`.${classes.composer} textarea`)?.focus()
  }
  useShortcuts(focusInput)
  const askExample = (question: string) => {
    ask(question)
    focusInput()
  }
  return (
    <div className={classes.chat}>
      <ConversationList
        path={path}
        footer={
          <>
            {access === 'guest' && <GuestNote signIn={signIn} />}
            <ShortcutsButton />
          </>
        }
      />
      <DropZone
        ref={conversationRef}
        className={classes.conversation}
        onDrop={mustAcknowledge ? undefined : attach}
      >
        <h1 className={classes.heading}>{chatTexts.windowTitle}</h1>
        {title !== undefined && <h2 className={classes.heading}>{title}</h2>}
        <ConversationThread
          welcome={<Welcome disabled={mustAcknowledge || threadKey === undefined} onAsk={askExample} />}
          quietError={access === 'needsAuth' ? chatTexts.loginRequired : undefined}
        />
        <Notices signIn={signIn} isMissing={isMissing} onRetry={focusInput} />
        {mustAcknowledge && (
          <DisclaimerGate labels={kit.disclaimer} href={disclaimerHref} onAccept={acknowledgeDisclaimer} />
        )}
        <ChatComposer threadKey={threadKey} />
      </DropZone>
      <LazyDialogs />
      <Shortcuts />
    </div>
  )
}

function GuestNote({ signIn }: { signIn: ReactNode }) {
  return (
    <div className={classes.guest}>
      <p>{chatTexts.guest}</p>
      {signIn}
    </div>
  )
}
