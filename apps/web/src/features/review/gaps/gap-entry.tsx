import { isApiError } from '@org/api-client'
import type { Gap } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button, StatusLine, VisuallyHidden } from '@org/ui-kit'
import { Link } from '../../../shared/link.tsx'
import { useMay } from '../../session/use-may.ts'
import { formatTime } from '../../admin/format-time.ts'
import { languageName } from '../../admin/operators/names.ts'
import review from '../review.module.css'
import classes from './gaps.module.css'
import { gapTexts } from './gaps.texts.ts'
import { describeTrend } from './use-gaps.ts'

const number = new Intl.NumberFormat(localeOr(undefined))
const list = new Intl.ListFormat(localeOr(undefined), { type: 'unit', style: 'short' })

interface GapEntryProps {
  gap: Gap
  articlePath: (id: string) => string
  /** Address of the editor of a new approved answer, which takes the gap as `gap`. */
  newAnswerPath: string
  /** Error of the last change of this gap. */
  failed: unknown
  isSaving: boolean
  onSave: (status: 'open' | 'dismissed') => void
}

/** One gap: its subject, counts, examples, and what can be done about it. */
export function GapEntry({ gap, articlePath, newAnswerPath, failed, isSaving, onSave }: GapEntryProps) {
  const { title, examples, status, language, client, clientId, lastAskedAt } = gap
  const mayEdit = useMay('edit')
  const mayReview = useMay('review')
  const newArticle = new URLSearchParams({
    title,
    ...(clientId !== null && { owner: clientId }),
    gap: gap.id,
  })
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h2 className={classes.title} dir="auto">
          {title}
        </h2>
        <Weeks counts={gap.weeks} />
      </div>
      <p className={review.tags}>
        <span className={review.tag}>{gapTexts.count(gap.count)}</span>
        <span className={review.tag} data-tone={gap.trend > 0 ? 'uncovered' : undefined}>
          {describeTrend(gap.trend)}
        </span>
        <span className={review.tag}>{languageName(language)}</span>
        <span className={review.tag} data-tone={status === 'closed' ? 'answered' : undefined}>
          {gapTexts.statuses[status]}
        </span>
        <span className={review.tag}>
          <bdi>{client ?? gapTexts.site}</bdi>
        </span>
      </p>
      <ClosedNote gap={gap} articlePath={articlePath} />
      <WrittenNote gap={gap} articlePath={articlePath} />
      {examples.length > 1 && (
        <details>
          <summary>{gapTexts.examples}</summary>
          <ul className={classes.examples}>
            {examples.map((example) => (
              <li key={example} dir="auto">
                {example}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={review.row}>
        {mayEdit && status !== 'closed' && gap.articleId === null && (
          <Link to={`${articlePath('new')}?${newArticle.toString()}`}>{gapTexts.article}</Link>
        )}
        {mayReview && status !== 'closed' && (
          <Link to={`${newAnswerPath}?${new URLSearchParams({ gap: gap.id }).toString()}`}>
            {gapTexts.approve}
          </Link>
        )}
        {mayReview && (
          <Button
            size="small"
            variant="ghost"
            busy={isSaving}
            onClick={() => {
              onSave(status === 'open' ? 'dismissed' : 'open')
            }}
          >
            {status === 'open' ? gapTexts.dismiss : gapTexts.reopen}
          </Button>
        )}
        <span className={review.muted}>{gapTexts.lastAsked(formatTime(lastAskedAt))}</span>
        <StatusLine tone="error">
          {failed !== undefined && ((isApiError(failed) ? failed.reason : undefined) ?? gapTexts.saveFailed)}
        </StatusLine>
      </div>
    </li>
  )
}

/** Says when and by what a gap was closed. */
function ClosedNote({ gap, articlePath }: Pick<GapEntryProps, 'gap' | 'articlePath'>) {
  const { status, closedAt, answered, checked, articleId, articleTitle } = gap
  if (status !== 'closed') return null
  return (
    <p>
      {gapTexts.closed(formatTime(closedAt), answered, checked)}
      {articleId !== null && articleTitle !== null && (
        <>
          {' '}
          {gapTexts.answeredBy}{' '}
          <Link to={articlePath(articleId)}>
            <bdi>{articleTitle}</bdi>
          </Link>
        </>
      )}
    </p>
  )
}

/** Names the article that was written for an open gap, and says when it closes the gap. */
function WrittenNote({ gap, articlePath }: Pick<GapEntryProps, 'gap' | 'articlePath'>) {
  const { status, articleId, articleTitle } = gap
  if (status === 'closed' || articleId === null || articleTitle === null) return null
  return (
    <p>
      {gapTexts.written}{' '}
      <Link to={articlePath(articleId)}>
        <bdi>{articleTitle}</bdi>
      </Link>
      {'. '}
      {gapTexts.writtenHint}
    </p>
  )
}

/** Bars of the last weeks; their counts are its text. */
function Weeks({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <span className={classes.weeks}>
      <VisuallyHidden>
        {gapTexts.weeks(list.format(counts.map((count) => number.format(count))))}
      </VisuallyHidden>
      {counts.map((count, week) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- weeks are their positions
          key={week}
          aria-hidden
          className={classes.week}
          style={{ blockSize: `${Math.max(6, (count / most) * 100)}%` }}
          data-empty={count === 0}
        />
      ))}
    </span>
  )
}
