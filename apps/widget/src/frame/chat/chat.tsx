import { kit } from '@org/languages'
import { IconButton } from '@org/ui-kit'
import { useStore } from '@org/chat-engine/react'
import { DisclaimerGate } from '@org/ui-kit/chat'
import { Headset, Minus, SquarePen } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { HeaderProps } from '../../themes/looks.ts'
import { useAccessStatus, useDisclaimer } from '../engine/use-engine-state.ts'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import { ChatComposer } from './chat-composer.tsx'
import { AwaitedChat } from './awaited-chat.tsx'
import classes from './chat.module.css'
import { ConversationPanel, ConversationsControl } from './conversations.tsx'
import { LazyAuth, LazyDialogs, LazyHandover, LazyThread } from './lazy-parts.tsx'
import { useConversationMode } from './use-conversation-mode.ts'

/** Props of {@link Chat}. */
interface ChatProps {
  Header: ComponentType<HeaderProps>
  /** Absent: nothing would open it again. */
  onMinimize: (() => void) | undefined
  shown: boolean
  /** True once the composer has been painted: later parts may load. */
  settled: boolean
  /** Grows when the focus is to come in: to what is asked first, then to the box. */
  focusCount: number
  onFocusWanted: () => void
}

/** The open widget: header, messages and input, and what stands before them. */
export function Chat({ Header, onMinimize, shown, settled, focusCount, onFocusWanted }: ChatProps) {
  const { config, engine, handover } = useWidget()
  const { logo } = config.config.appearance
  const chatRef = useRef<HTMLDivElement>(null)
  const status = useAccessStatus()
  const disclaimer = useDisclaimer()
  const { isSingle, isPlaced, startNew } = useConversationMode()
  const [signingIn, setSigningIn] = useState(false)
  const mayList = status === 'signedIn' && !isSingle
  const [listing, setListing] = useState(!config.config.sidebarCollapsed)
  const needsAuth = status === 'needsAuth'
  const asksAuth = needsAuth || signingIn
  const listed = listing && mayList
  const asksPerson = useStore(handover) && engine !== null && !asksAuth && !disclaimer.isAsked

  const closeList = (): void => {
    setListing(false)
    onFocusWanted()
  }
  useEffect(() => {
    if (focusCount === 0) return
    chatRef.current?.querySelector<HTMLElement>('[data-autofocus], [data-overlay] input')?.focus()
  }, [focusCount])

  return (
    <div ref={chatRef} className={classes.chat}>
      <Header
        title={config.config.title}
        // Decorative: the title beside it names the brand.
        logo={logo === null ? null : <img className={classes.logo} src={logo} alt="" />}
        actions={
          <>
            <ConversationsControl
              listed={listed}
              canList={mayList}
              onToggle={() => setListing(!listed)}
              onSignIn={() => setSigningIn(true)}
              onSignedOut={onFocusWanted}
            />
            {!isSingle && (
              <IconButton
                label={widgetTexts.newConversation}
                icon={<SquarePen />}
                disabled={asksAuth}
                onClick={startNew}
              />
            )}
            <PersonButton disabled={asksAuth || disclaimer.isAsked} />
            {onMinimize !== undefined && (
              <IconButton label={widgetTexts.minimize} icon={<Minus />} onClick={onMinimize} />
            )}
          </>
        }
      />
      <div className={classes.body}>
        <div className={classes.talk} inert={asksAuth || disclaimer.isAsked || asksPerson}>
          <div className={classes.list}>
            <div className={classes.thread} inert={listed}>
              {engine !== null ? (
                <LazyThread shown={shown} />
              ) : (
                settled && <AwaitedChat failed={false} retry={() => undefined} />
              )}
            </div>
            {listed && <ConversationPanel onDone={closeList} />}
          </div>
          <ChatComposer
            settled={settled}
            placed={isPlaced}
            focusCount={asksAuth || disclaimer.isAsked || asksPerson ? 0 : focusCount}
            onAsk={() => setListing(false)}
          />
        </div>
        {asksAuth ? (
          <AuthOverlay
            required={needsAuth}
            onDone={() => {
              setSigningIn(false)
              onFocusWanted()
            }}
          />
        ) : (
          disclaimer.isAsked && (
            <DisclaimerOverlay
              onAccept={() => {
                disclaimer.acknowledge()
                onFocusWanted()
              }}
            />
          )
        )}
        {asksPerson && <HandoverOverlay onDone={onFocusWanted} />}
      </div>
      {engine !== null && <LazyDialogs />}
    </div>
  )
}

/** Opens the form of a visitor who asks for a person, where one can take over. */
function PersonButton({ disabled }: { disabled: boolean }) {
  const { config, engine, handover } = useWidget()
  return (
    config.config.handover && (
      <IconButton
        label={widgetTexts.person}
        icon={<Headset />}
        disabled={disabled || engine === null}
        onClick={() => handover.set(true)}
      />
    )
  )
}

/** Asks for a person over the chat. */
function HandoverOverlay({ onDone }: { onDone: () => void }) {
  const { handover } = useWidget()
  return (
    <div className={classes.overlay} data-overlay="">
      <LazyHandover
        onDone={() => {
          handover.set(false)
          onDone()
        }}
      />
    </div>
  )
}

/** Asks for the disclaimer over the chat. */
function DisclaimerOverlay({ onAccept }: { onAccept: () => void }) {
  const { config } = useWidget().config
  return (
    <div className={classes.overlay} data-overlay="">
      <DisclaimerGate labels={kit.disclaimer} href={config.disclaimerUrl} onAccept={onAccept} />
    </div>
  )
}

/** Signs a person in over the chat; `required` when the chat cannot continue without. */
function AuthOverlay({ required, onDone }: { required: boolean; onDone: () => void }) {
  return (
    <div className={classes.overlay} data-overlay="" data-required={required ? '' : undefined}>
      <LazyAuth onDone={onDone} closable={!required} />
    </div>
  )
}
