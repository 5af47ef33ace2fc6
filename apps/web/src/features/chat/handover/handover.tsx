import type { ChatMessage } from '@org/chat-engine'
import { createSiteCalls } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, lazyPart, OnceOpened } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { siteQuery } from '../../../shared/site.queries.ts'
import classes from '../chat.module.css'
import { chatTexts } from '../chat.texts.ts'
import { HandoverContext, useOpenHandover } from './handover-context.ts'

const HandoverDialog = lazyPart(async () => (await import('./handover-dialog.tsx')).HandoverDialog)
const Offer = lazyPart(async () => (await import('@org/ui-kit/handover')).HandoverOffer)

/** Lets the chat below it pass a conversation on to a person, where the site has set that up. */
export function HandoverProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery(siteQuery(useCalls(createSiteCalls)))
  const [isOpen, setIsOpen] = useState(false)
  const isOffered = data?.handover === true
  const [open] = useState(() => () => setIsOpen(true))
  return (
    <HandoverContext value={isOffered ? open : null}>
      {children}
      {isOffered && (
        <OnceOpened part={HandoverDialog} open={isOpen} props={{ open: isOpen, onOpenChange: setIsOpen }} />
      )}
    </HandoverContext>
  )
}

/** Offers a person below the newest answer, after questions that the content does not cover, and on request. */
export function AnswerHandover({ message }: { message: ChatMessage }) {
  const open = useOpenHandover()
  return open !== null && <Offer message={message} labels={kit.handover} onOpen={open} />
}

/** Asks for a person at any time. */
export function HandoverButton() {
  const open = useOpenHandover()
  return (
    open !== null && (
      <Button
        variant="ghost"
        size="small"
        className={classes.person}
        icon={<UserRound aria-hidden="true" />}
        onClick={open}
      >
        {chatTexts.person}
      </Button>
    )
  )
}
