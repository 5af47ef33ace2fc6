import { kit } from '@org/languages'
import { useAccess, useThread } from '@org/chat-engine/react'
import { IconButton } from '@org/ui-kit'
import { DisclaimerGate } from '@org/ui-kit/chat'
import { Minus, SquarePen } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { HeaderProps } from '../../themes/looks.ts'
import { useSettled } from '../use-settled.ts'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import { LazyAuth } from './auth-lazy.tsx'
import { ChatComposer } from './chat-composer.tsx'
import classes from './chat.module.css'
import { ConversationPanel, ConversationsControl } from './conversations.tsx'
import { LazyDialogs, type OpenDialog } from './dialogs-lazy.tsx'
import { LazyThread } from './lazy-thread.tsx'
import { useConversationMode } from './use-conversation-mode.ts'

/** The open widget: header, messages and input, and what stands before them. */
export function Chat({
  Header,
  onMinimize,
  shown,
  focusCount,
  onFocusWanted,
}: {
  Header: ComponentType<HeaderProps>
  /** Absent: nothing would open it again. */
  onMinimize: (() => void) | undefined
  shown: boolean
  /** Grows when the focus is to come in: to what is asked first, then to the box. */
  focusCount: number
  onFocusWanted: () => void
}) {
  const { config } = useWidget()
  const chatRef = useRef<HTMLDivElement>(null)
  const { status, disclaimer, acknowledgeDisclaimer } = useAccess()
  const hasThread = useThread() !== null
  const settled = useSettled(shown && hasThread)
  const { isSingle, startNew } = useConversationMode()
  const [signingIn, setSigningIn] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayList = status === 'signedIn' && !isSingle
  const [listing, setListing] = useState(!config.config.sidebarCollapsed)
  const needsAuth = status === 'needsAuth'
  const asksAuth = needsAuth || signingIn
  const asksDisclaimer = disclaimer.required && !disclaimer.acknowledged
  const listed = listing && mayList

  useEffect(() => {
    if (focusCount === 0) return
    chatRef.current?.querySelector<HTMLElement>('[data-autofocus], [data-overlay] input')?.focus()
  }, [focusCount])

  return (
    <div ref={chatRef} className={classes.chat}>
      <Header
        title={config.config.title}
        actions={
          <>
            <ConversationsControl
              listed={listed}
              canList={mayList}
              onToggle={() => setListing(!listed)}
              onSignIn={() => setSigningIn(true)}
            />
            {!isSingle && (
              <IconButton
                label={widgetTexts.newConversation}
                icon={<SquarePen />}
                disabled={asksAuth}
                onClick={startNew}
              />
            )}
            {onMinimize !== undefined && (
              <IconButton label={widgetTexts.minimize} icon={<Minus />} onClick={onMinimize} />
            )}
          </>
        }
      />
      <div className={classes.body}>
        <div className={classes.talk} inert={asksAuth || asksDisclaimer || listed}>
          <div className={classes.list}>{settled && <LazyThread shown={shown} onOpen={setDialog} />}</div>
          <ChatComposer
            settled={settled}
            focusCount={asksAuth || asksDisclaimer || listed ? 0 : focusCount}
          />
        </div>
        {listed && <ConversationPanel onDone={() => setListing(false)} />}
        {asksDisclaimer && !asksAuth && (
          <div className={classes.overlay} data-overlay="">
            <DisclaimerGate
              labels={kit.disclaimer}
              href={config.config.disclaimerUrl}
              onAccept={() => {
                acknowledgeDisclaimer()
                onFocusWanted()
              }}
            />
          </div>
        )}
        {asksAuth && (
          <div className={classes.overlay} data-overlay="">
            <LazyAuth
              onDone={() => {
                setSigningIn(false)
                onFocusWanted()
              }}
              closable={!needsAuth}
            />
          </div>
        )}
      </div>
      {settled && <LazyDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}
