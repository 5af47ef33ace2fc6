import type { ReviewItem } from '@org/api-client'
import { formatTime } from '../admin/format-time.ts'
import { languageName } from '../admin/operators/names.ts'
import { operatorTexts } from '../admin/operators/operators.texts.ts'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

interface ReviewListProps {
  items: readonly ReviewItem[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Keys move the choice beyond what is in view. */
function showInView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' })
}

/** The answers, one button each. */
export function ReviewList({ items, chosen, onChoose }: ReviewListProps) {
  return (
    <ol className={classes.list} aria-label={reviewTexts.listLabel}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            ref={item.id === chosen ? showInView : undefined}
            className={classes.entry}
            aria-current={item.id === chosen}
            onClick={() => {
              onChoose(item.id)
            }}
          >
            <span className={classes.question} dir="auto">
              {item.question ?? reviewTexts.noQuestion}
            </span>
            <ReviewTags item={item} />
            <span className={classes.muted}>
              <time dateTime={item.at}>{formatTime(item.at)}</time>
              {` · ${languageName(item.language)}`}
              {item.widget !== null && (
                <>
                  {' · '}
                  <bdi>{item.widget.name ?? item.widget.id}</bdi>
                </>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Outcome, rating, danger and state of an answer, in words. */
export function ReviewTags({ item }: { item: ReviewItem }) {
  const { outcome, ending, feedback, safety, status, labels, handover } = item
  return (
    <span className={classes.tags}>
      <span className={classes.tag} data-tone={outcome ?? 'failed'}>
        {outcome === null ? reviewTexts.endings[ending] : operatorTexts.outcomes[outcome]}
      </span>
      {feedback !== null && (
        <span className={classes.tag} data-tone={feedback}>
          {reviewTexts.ratings[feedback]}
        </span>
      )}
      {safety !== null && (
        <span className={classes.tag} data-tone="safety">
          {operatorTexts.categories[safety.category]}
        </span>
      )}
      {handover !== null && <span className={classes.tag}>{reviewTexts.handover}</span>}
      {status !== 'open' && <span className={classes.tag}>{reviewTexts.statuses[status]}</span>}
      {labels.map((label) => (
        <span key={label} className={classes.tag}>
          <bdi>{label}</bdi>
        </span>
      ))}
    </span>
  )
}
