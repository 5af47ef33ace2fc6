import { isApiError } from '@org/api-client'
import { Alert, Button, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useState } from 'react'
import { ReadOnlyNote } from '../session/read-only-note.tsx'
import { useMay } from '../session/use-may.ts'
import { useSession } from '../session/use-session.ts'
import { ExportReviews } from './export-reviews.tsx'
import { ReviewButtons, ReviewNotes, ReviewNotesView } from './review-actions.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { ReviewFilters } from './review-filters.tsx'
import { ReviewKeysSheet } from './review-keys-sheet.tsx'
import { ReviewList } from './review-list.tsx'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReviewPage } from './use-review-page.ts'

type Review = ReturnType<typeof useReviewPage>

/** Addresses that a reviewed answer leads to. */
interface ReviewPaths {
  /** Address of the editor of a new article. */
  newArticlePath: string
  /** Address of an approved answer; `new` for one that is not written yet. */
  answerPath: (id: string) => string
  /** Administrators alone evaluate. */
  isAdmin: boolean
}

/** /admin/review: the answers of the assistant, for those who judge them. */
export function ReviewScreen(props: ReviewPaths) {
  const review = useReviewPage()
  const { email } = useSession()
  const [showsKeys, setShowsKeys] = useState(false)
  const mayReview = useMay('review')
  const { current, save, summary, move } = review
  const change = (patch: Parameters<typeof save.mutate>[0]['patch']) => {
    if (current !== undefined && mayReview) save.mutate({ id: current.id, patch })
  }
  useReviewKeys({
    j: () => {
      move(1)
    },
    k: () => {
      move(-1)
    },
    a: () => {
      const me = summary?.assignees.find((account) => account.email === email)
      if (me !== undefined) change({ assignee: me.id })
    },
    e: () => {
      change({ status: 'done' })
      move(1)
    },
    g: () => {
      change({ status: 'good' })
    },
    b: () => {
      change({ status: 'bad' })
    },
    '?': () => {
      setShowsKeys(true)
    },
  })
  return (
    <div className={classes.page}>
      <ReadOnlyNote action="review" className={classes.muted} />
      {summary?.keepsText === false && <Alert tone="info">{reviewTexts.noText}</Alert>}
      <div className={classes.row}>
        {/* Takes up its line while the figure loads. */}
        <p className={classes.count}>
          {summary === undefined ? '\u00a0' : reviewTexts.attention(summary.attention)}
        </p>
        <ExportReviews load={review.load} />
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            setShowsKeys(true)
          }}
        >
          {reviewTexts.keysButton}
        </Button>
      </div>
      <ReviewFilters
        filter={review.filter}
        search={review.search}
        onSearch={review.setSearch}
        summary={summary}
        onChange={review.change}
      />
      <Answers {...props} review={review} change={change} />
      <ReviewKeysSheet open={showsKeys} onOpenChange={setShowsKeys} mayReview={mayReview} />
    </div>
  )
}

function Answers({
  review,
  newArticlePath,
  answerPath,
  isAdmin,
  change,
}: ReviewPaths & {
  review: Review
  change: (patch: Parameters<Review['save']['mutate']>[0]['patch']) => void
}) {
  const { list, isSearchingOn, items, current, save, summary } = review
  const mayReview = useMay('review')
  if (list.isPending) return <Skeleton lines={8} label={reviewTexts.loading} />
  if (list.isError && items.length === 0) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={list.isFetching} onClick={() => void list.refetch()}>
            {reviewTexts.retry}
          </Button>
        }
      >
        {reviewTexts.loadError}
      </Alert>
    )
  }
  return (
    <>
      <StatusLine tone="busy">{isSearchingOn && reviewTexts.searching}</StatusLine>
      {items.length === 0 && !list.hasNextPage && <NoAnswers review={review} />}
      <div className={classes.split} data-chosen={current !== undefined}>
        <div className={classes.column}>
          <ReviewList items={items} chosen={current?.id} onChoose={review.choose} />
          {list.hasNextPage && !isSearchingOn && (
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {reviewTexts.older}
            </Button>
          )}
        </div>
        {current !== undefined && (
          <article className={classes.chosen} aria-label={reviewTexts.detail.question}>
            <Button
              size="small"
              variant="ghost"
              className={classes.back}
              onClick={() => {
                review.choose(undefined)
              }}
            >
              {reviewTexts.back}
            </Button>
            <StatusLine tone="error">
              {save.isError && save.variables.id === current.id && describeFailure(save.error)}
            </StatusLine>
            <ReviewButtons
              item={current}
              newArticlePath={newArticlePath}
              newAnswerPath={answerPath('new')}
              isAdmin={isAdmin}
              onSave={change}
            />
            <ReviewDetail item={current} answerPath={answerPath} />
            {mayReview ? (
              <ReviewNotes
                key={current.id}
                item={current}
                summary={summary}
                isSaving={save.isPending}
                isSaved={save.isSuccess && save.variables.id === current.id && 'note' in save.variables.patch}
                onSave={change}
              />
            ) : (
              <ReviewNotesView item={current} />
            )}
          </article>
        )}
      </div>
    </>
  )
}

/** The server's own sentence, or that the change could not be saved. */
function describeFailure(error: unknown): string {
  return (isApiError(error) ? error.reason : undefined) ?? reviewTexts.saveFailed
}

function NoAnswers({ review: { filter, clear } }: { review: Review }) {
  if (Object.keys(filter).length === 0) {
    return <EmptyState title={reviewTexts.empty}>{reviewTexts.emptyText}</EmptyState>
  }
  // The filter of the page when it is opened without one.
  if (Object.keys(filter).length === 1 && filter.status === 'open') {
    return (
      <EmptyState
        title={reviewTexts.noneOpen}
        action={
          <Button size="small" onClick={clear}>
            {reviewTexts.showAll}
          </Button>
        }
      >
        {reviewTexts.noneOpenText}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={reviewTexts.noMatches} action={<Button onClick={clear}>{reviewTexts.clear}</Button>} />
  )
}
