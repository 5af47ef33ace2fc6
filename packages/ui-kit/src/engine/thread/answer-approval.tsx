import type { Approval } from '@org/chat-engine'
import { BadgeCheck } from 'lucide-react'
import { formatDay } from '../format-day.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './thread.module.css'

/** The reviewer of an approved answer, and the day of the review. */
export function AnswerApproval({ approval: { reviewer, reviewedAt } }: { approval: Approval }) {
  const texts = useChatTexts()
  return (
    <p className={classes['approval']} dir="auto">
      <BadgeCheck aria-hidden size="1em" />
      {texts.reviewed(reviewer, formatDay(reviewedAt))}
    </p>
  )
}
