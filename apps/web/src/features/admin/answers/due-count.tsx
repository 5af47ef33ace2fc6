import { createApprovedAnswerCalls } from '@org/api-client'
import { VisuallyHidden } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import list from '../operators/entry-list.module.css'
import { answerSummaryQuery } from './answers.queries.ts'

/** The number of approved answers that expire soon or have expired; nothing while there are none. */
export function DueCount({ label }: { label: (count: number) => string }) {
  const { data } = useQuery(answerSummaryQuery(useCalls(createApprovedAnswerCalls)))
  const count = (data?.expiring ?? 0) + (data?.expired ?? 0)
  if (count === 0) return null
  return (
    <span className={list.tag} title={label(count)}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{label(count)}</VisuallyHidden>
    </span>
  )
}
