import type { ChatMessage } from '@org/chat-engine'
import { createSiteCalls } from '@org/api-client'
import { useThread } from '@org/chat-engine/react'
import { kit } from '@org/languages'
import { Button, lazyPart, OnceOpened } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import { use, useMemo, useState, type ReactNode } from 'react'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import { siteQuery } from '../../../shared/site.queries.ts'
import classes from '../chat.module.css'
import { chatTexts } from '../chat.texts.ts'
import { HandoverContext, useOpenHandover } from './handover-context.ts'

const HandoverDialog = lazyPart(async () => (await import('./handover-dialog.tsx')).HandoverDialog)
const Offer = lazyPart(async () => (await import('@org/ui-kit/handover')).HandoverOffer)

/** Lets the chat below it pass a conversation on to a person, where the site has set that up. */
export function HandoverProvider({ contactPath, children }: { contactPath: string; children: ReactNode }) {
  const { data } = useQuery(siteQuery(useCalls(createSiteCalls)))
  const [isOpen, setIsOpen] = useState(false)
  const isOffered = data?.handover === true
  const [open] = useState(() => () => setIsOpen(true))
  return (
    <HandoverContext
      value={useMemo(() => ({ open: isOffered ? open : null, contactPath }), [isOffered, open, contactPath])}
    >
      {children}
      {isOffered && (
        <OnceOpened part={HandoverDialog} open={isOpen} props={{ open: isOpen, onOpenChange: setIsOpen }} />
      )}
    </HandoverContext>
  )
}

/**
 * Offers a person below the newest answer, after questions that the content does not cover, and on request. Where no
 * person can take over, and below a refusal, such an answer leads to the contact form.
 */
export function AnswerHandover({ message }: { message: ChatMessage }) {
  const handover = use(HandoverContext)
  if (handover === null) return null
  const { open, contactPath } = handover
  return (
    <>
      {open !== null && <Offer message={message} labels={kit.handover} onOpen={open} />}
      {isUnanswered(message) && (open === null || message.outcome === 'refused') && (
        <ContactOffer message={message} contactPath={contactPath} />
      )}
    </>
  )
}

function ContactOffer({ message, contactPath }: { message: ChatMessage; contactPath: string }) {
  const newest = useThread()?.messageKeys.at(-1)
  if (newest !== message.key) return null
  return (
    <p className={classes.contact} role="note">
      {chatTexts.contact.question} <Link to={contactPath}>{chatTexts.contact.link}</Link>
    </p>
  )
}

function isUnanswered({ outcome, status, safety }: ChatMessage): boolean {
  const isUrgent = safety !== null && safety.severity !== 'caution'
  return (outcome === 'uncovered' || outcome === 'refused') && status === 'complete' && !isUrgent
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
        icon={<Headset aria-hidden="true" />}
        onClick={open}
      >
        {chatTexts.person}
      </Button>
    )
  )
}
