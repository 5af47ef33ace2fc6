import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine, useThread } from '@org/chat-engine/react'
import { Headset } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { type Given, withDefaults } from '../base/with-defaults.ts'
import { defaultLabels, type HandoverLabels } from './handover-labels.ts'
import { mentionsHandover, offersHandover } from './offers-handover.ts'
import classes from './handover-offer.module.css'

/** Props of {@link HandoverOffer}. */
export interface HandoverOfferProps {
  /** The answer that it stands below. */
  message: Pick<ChatMessage, 'key'>
  /** Opens the form. */
  onOpen: () => void
  labels?: Given<HandoverLabels> | undefined
}

/**
 * Offers a person below the newest answer of a conversation, where {@link offersHandover} decides so; in one quiet line
 * below an answer that the content does not cover.
 */
export function HandoverOffer({ message, onOpen, labels }: HandoverOfferProps) {
  const texts = withDefaults(defaultLabels, labels)
  const engine = useChatEngine()
  const keys = useThread()?.messageKeys ?? []
  if (keys.at(-1) !== message.key) return null
  const messages = keys.flatMap((key) => engine.message(key).get() ?? [])
  const isOffered = offersHandover(messages)
  if (!isOffered && !mentionsHandover(messages)) return null
  return (
    <div className={classes['offer']} data-quiet={isOffered ? undefined : ''} role="note">
      <p>{isOffered ? texts.offer : texts.mention}</p>
      <Button
        size="small"
        variant={isOffered ? 'secondary' : 'ghost'}
        icon={<Headset aria-hidden="true" />}
        onClick={onOpen}
      >
        {texts.title}
      </Button>
    </div>
  )
}
