import { createReviewCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import { reviewSummaryQuery } from './review.queries.ts'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

/** The number of answers that need attention; nothing while there are none. */
export function AttentionCount() {
  const { data } = useQuery(reviewSummaryQuery(useCalls(createReviewCalls)))
  const count = data?.attention ?? 0
  if (count === 0) return null
  return (
    <span className={classes.tag} title={reviewTexts.attention(count)}>
      {reviewTexts.countLabel(count)}
    </span>
  )
}
