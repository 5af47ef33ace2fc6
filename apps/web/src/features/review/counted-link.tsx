import { createReviewCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { useCalls } from '../../shared/services.ts'
import { reviewSummaryQuery } from './review.queries.ts'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

/** The way to the review, with the number of answers that need attention. */
export function CountedLink() {
  const { data } = useQuery(reviewSummaryQuery(useCalls(createReviewCalls)))
  const count = data?.attention ?? 0
  return (
    <Link to={paths.review}>
      {reviewTexts.title}
      {count > 0 && (
        <>
          {' '}
          <span className={classes.tag} title={reviewTexts.attention(count)}>
            {reviewTexts.countLabel(count)}
          </span>
        </>
      )}
    </Link>
  )
}
