import {
  useAccess,
  useChatEngine,
  useGuestImport,
  useSelectedConversation,
  useThread,
} from '@org/chat-engine/react'
import { Alert, lazyPart, OnceOpened } from '@org/ui-kit'
import { ChatLayout, useChatActions } from '@org/ui-kit/engine'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useServices } from '../../shared/services.ts'
import { conversationPath } from './address/conversation-path.ts'
import { useConversationAddress } from './address/use-conversation-address.ts'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'
import { AnswerHandover, HandoverButton } from './handover/handover.tsx'
import { Shortcuts, ShortcutsButton } from './shortcuts/shortcuts.tsx'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { useChatLists } from './use-chat-lists.ts'
import { Welcome } from './welcome.tsx'

/** Viewport in which the list is a dropdown (specification 1 section 9). */
const narrow = '(max-width: 900px)'

const ShareDialog = lazyPart(async () => (await import('./share/share-dialog.tsx')).ShareDialog)

/** Addresses and links of other screens. */
export interface ChatScreenProps {
  /** The chat's own address. */
  path: string
  disclaimerHref: string
  /** The links to sign in and to sign up, which come back to this conversation. */
  signIn: ReactNode
}

/** The chat of the site: its conversations have addresses, and its keys are shortcuts. */
export function ChatScreen({ path, disclaimerHref, signIn }: ChatScreenProps) {
  const isMissing = useConversationAddress()
  const { status: access } = useAccess()
  const title = useSelectedConversation()?.title
  const { queryClient } = useServices()
  const [isListOpen, setIsListOpen] = useState(false)
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false)
  const [isShareOpen, setIsShareOpen] = useState(false)
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const disclaimerRef = useRef<HTMLInputElement>(null)
  const focusInput = () => inputRef.current?.focus()
  const { onAcknowledge, ...starters } = useStarters(focusInput, () => disclaimerRef.current?.focus())

  useShortcuts({
    focusInput,
    focusSearch: () => {
      if (matchMedia(narrow).matches) setIsListOpen(true)
      // Once the dropdown is open.
      requestAnimationFrame(() => {
        searchRef.current?.focus()
        searchRef.current?.select()
      })
    },
    showShortcuts: () => {
      setAreShortcutsOpen(true)
    },
  })
  return (
    <>
      <ChatLayout
        {...useChatLists()}
        inputRef={inputRef}
        disclaimerRef={disclaimerRef}
        onAcknowledge={onAcknowledge}
        disclaimerHref={disclaimerHref}
        signIn={signIn}
        AnswerFooter={AnswerHandover}
        heading={
          <>
            <h1 className={classes.heading}>{chatTexts.windowTitle}</h1>
            {title !== undefined && <h2 className={classes.heading}>{title}</h2>}
          </>
        }
        welcome={<Welcome {...starters} />}
        notices={isMissing && <MissingNotice />}
        onShare={
          access === 'signedIn'
            ? () => {
                setIsShareOpen(true)
              }
            : undefined
        }
        conversations={{
          ...useAddresses(path),
          open: isListOpen,
          onOpenChange: setIsListOpen,
          onRetry: () => void queryClient.invalidateQueries(),
          searchRef,
          footer: (
            <>
              {access === 'guest' && <GuestNote signIn={signIn} />}
              <HandoverButton />
              <ShortcutsButton
                onClick={() => {
                  setAreShortcutsOpen(true)
                }}
              />
            </>
          ),
        }}
      />
      <Shortcuts open={areShortcutsOpen} onOpenChange={setAreShortcutsOpen} />
      <OnceOpened
        part={ShareDialog}
        open={isShareOpen}
        props={{ open: isShareOpen, onOpenChange: setIsShareOpen }}
      />
    </>
  )
}

/**
 * Returns how starter questions are asked. One that is pressed before the disclaimer is acknowledged waits for it:
 * the focus goes to its checkbox, and the question is sent with the agreement, unless another conversation is shown by then.
 */
function useStarters(focusInput: () => void, focusDisclaimer: () => void) {
  const { ask } = useChatActions()
  const threadKey = useThread()?.key ?? null
  const { disclaimer } = useAccess()
  const isAskable = threadKey !== null && (disclaimer.acknowledged || !disclaimer.required)
  const [held, setHeld] = useState<{ threadKey: string | null; question: string } | null>(null)
  const waiting = held !== null && held.threadKey === threadKey ? held.question : null
  const send = (question: string) => {
    ask(question)
    // The button that was pressed is gone.
    focusInput()
  }
  return {
    disabled: threadKey === null,
    beforeDisclaimer: !isAskable,
    waiting,
    onAsk: (question: string) => {
      if (isAskable) {
        send(question)
        return
      }
      setHeld({ threadKey, question })
      focusDisclaimer()
    },
    onAcknowledge: () => {
      if (waiting !== null) send(waiting)
      setHeld(null)
    },
  }
}

/** Returns how the list leads to conversations: by their addresses. */
function useAddresses(path: string) {
  const engine = useChatEngine()
  const navigate = useNavigate()
  const getHref = (key: string): string => {
    const { items, search } = engine.conversations.get()
    const conversation = [...items, ...(search?.items ?? [])].find((item) => item.key === key)
    return conversation === undefined ? path : path + conversationPath(conversation)
  }
  return {
    getHref,
    onSelect: (key: string) => void navigate(getHref(key)),
    onCreate: () => void navigate(path),
  }
}

/** States that the address names no conversation of this person, unless it is one that they had as a guest. */
function MissingNotice() {
  const { status: offered } = useGuestImport()
  const [wasOffered, setWasOffered] = useState(false)
  if (offered !== 'none' && !wasOffered) setWasOffered(true)
  return !wasOffered && <Alert>{chatTexts.conversationMissing}</Alert>
}

function GuestNote({ signIn }: { signIn: ReactNode }) {
  return (
    <div className={classes.guest}>
      <p>{chatTexts.guest}</p>
      {signIn}
    </div>
  )
}
