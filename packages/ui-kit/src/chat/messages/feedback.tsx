import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { TextArea } from '../../controls/text-area.tsx'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import classes from './feedback.module.css'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** A thumb, or none. */
export type FeedbackRating = 'up' | 'down' | null

/** The texts of the feedback on an answer. */
export interface FeedbackLabels {
  /** @default 'Good answer' */
  up: string
  /** @default 'Bad answer' */
  down: string
  /** @default 'What was wrong? (optional)' */
  reason: string
  /** @default 'Send' */
  send: string
  /** @default 'Skip' */
  skip: string
  /** Said when a rating was given. @default 'Thank you for your feedback.' */
  thanks: string
}

/** Props of the rating of an answer. */
export interface FeedbackProps {
  rating: FeedbackRating
  /** A reason comes after the rating, as a second call. */
  onRate: (rating: FeedbackRating, reason?: string) => void
  /** The longest reason, in characters. @default 2000 */
  maxReason?: number | undefined
  labels?: Given<FeedbackLabels> | undefined
}

const defaultLabels: FeedbackLabels = {
  up: 'Good answer',
  down: 'Bad answer',
  reason: 'What was wrong? (optional)',
  send: 'Send',
  skip: 'Skip',
  thanks: 'Thank you for your feedback.',
}

/** Two thumbs; a second press takes a rating back. A thumb down asks for a reason, which may be skipped. */
export function Feedback({ rating, onRate, maxReason = 2000, labels }: FeedbackProps) {
  const texts = withDefaults(defaultLabels, labels)
  const [asks, setAsks] = useState(false)
  const [thanked, setThanked] = useState(false)
  const downRef = useRef<HTMLButtonElement>(null)
  const rate = (pressed: 'up' | 'down'): void => {
    const next = rating === pressed ? null : pressed
    onRate(next)
    setAsks(next === 'down')
    setThanked(next === 'up')
  }
  const end = (reason: string): void => {
    if (reason !== '') onRate('down', reason)
    setAsks(false)
    setThanked(true)
    downRef.current?.focus()
  }
  return (
    <>
      <IconButton
        size="small"
        label={texts.up}
        icon={<ThumbsUp />}
        aria-pressed={rating === 'up'}
        className={classes['thumb']}
        onClick={() => rate('up')}
      />
      <IconButton
        ref={downRef}
        size="small"
        label={texts.down}
        icon={<ThumbsDown />}
        aria-pressed={rating === 'down'}
        className={classes['thumb']}
        onClick={() => rate('down')}
      />
      {asks && <Reason texts={texts} max={maxReason} onEnd={end} />}
      <VisuallyHidden>
        <output>{thanked && texts.thanks}</output>
      </VisuallyHidden>
    </>
  )
}

interface ReasonProps {
  texts: FeedbackLabels
  max: number
  /** With '' when it was skipped. */
  onEnd: (reason: string) => void
}

function Reason({ texts, max, onEnd }: ReasonProps) {
  const areaRef = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    areaRef.current?.focus()
  }, [])

  return (
    <form
      className={classes['reason']}
      onSubmit={(event) => {
        event.preventDefault()
        onEnd(areaRef.current?.value.trim() ?? '')
      }}
    >
      <TextArea
        ref={areaRef}
        label={texts.reason}
        rows={2}
        maxLength={max}
        dir="auto"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onEnd('')
        }}
      />
      <span className={classes['buttons']}>
        <Button type="submit" variant="primary" size="small">
          {texts.send}
        </Button>
        <Button variant="ghost" size="small" onClick={() => onEnd('')}>
          {texts.skip}
        </Button>
      </span>
    </form>
  )
}
