import { createApprovedAnswerCalls } from '@org/api-client'
import type { ApprovedAnswer } from '@org/api-client'
import { Button, buttonClassName, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { formatTime } from '../format-time.ts'
import { editorName } from '../knowledge/editor-name.ts'
import { formatDay } from '../knowledge/format-content.ts'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { languageName } from '../operators/names.ts'
import { AnswerFilterForm } from './answer-filters.tsx'
import { type AnswerFilters, answersQuery } from './answers.queries.ts'
import { answerTexts as texts } from './answers.texts.ts'
import { useAnswerFilters } from './use-answer-filters.ts'

interface AnswersScreenProps {
  /** Address of an answer; `new` for one that is not written yet. */
  answerPath: (id: string) => string
  /** Administrators see the answers of everybody. */
  isAdmin: boolean
}

/** /admin/answers: approved answers as a list with filters. */
export function AnswersScreen({ answerPath, isAdmin }: AnswersScreenProps) {
  const { filters, applied, change } = useAnswerFilters()
  const { deleted } = Object(useLocation().state)
  const mayReview = useMay('review')
  return (
    <div className={`${classes.sections} ${classes.stack}`}>
      <ReadOnlyNote action="review" className={classes.muted} />
      <StatusLine tone="success">{typeof deleted === 'string' && texts.delete.done(deleted)}</StatusLine>
      <AnswerFilterForm filters={filters} isAdmin={isAdmin} change={change} />
      {mayReview && (
        <div className={classes.row}>
          <Link to={answerPath('new')} className={buttonClassName({ variant: 'primary' })}>
            {texts.add}
          </Link>
        </div>
      )}
      <Answers filters={applied} answerPath={answerPath} isAdmin={isAdmin} />
    </div>
  )
}

function Answers({ filters, answerPath, isAdmin }: AnswersScreenProps & { filters: AnswerFilters }) {
  const answers = useInfiniteQuery(answersQuery(useCalls(createApprovedAnswerCalls), filters))
  const mayReview = useMay('review')
  if (answers.isPending) return <Skeleton lines={8} label={adminTexts.loading} />
  if (answers.data === undefined) return <LoadFailure query={answers} />
  const items = answers.data.pages.flatMap((page) => page.items)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      {answers.isError && <LoadFailure query={answers} />}
      {items.length === 0 ? (
        <EmptyState title={isFiltered ? knowledgeTexts.list.noMatches : texts.list.empty}>
          {!isFiltered && mayReview && texts.list.emptyText}
        </EmptyState>
      ) : (
        <ul className={list.entries} aria-label={texts.title}>
          {items.map((answer) => (
            <AnswerEntry key={answer.id} answer={answer} answerPath={answerPath} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      {answers.hasNextPage && (
        <div>
          <Button busy={answers.isFetchingNextPage} onClick={() => void answers.fetchNextPage()}>
            {knowledgeTexts.list.more}
          </Button>
        </div>
      )}
    </>
  )
}

function AnswerEntry({ answer, answerPath, isAdmin }: AnswersScreenProps & { answer: ApprovedAnswer }) {
  const { id, question, status, language, hits, client, reviewer, reviewedAt, updatedAt } = answer
  const who = editorName(answer.updatedBy) ?? adminTexts.history.deletedAccount
  return (
    <li>
      <div className={list.what}>
        <p className={list.name} dir="auto">
          <Link to={answerPath(id)}>{question}</Link>
        </p>
        <p className={classes.muted} dir="auto">
          {texts.list.reviewed(reviewer, formatDay(reviewedAt))}
        </p>
        <p className={list.tags}>
          <span className={list.tag} data-status={status}>
            {knowledgeTexts.statuses[status]}
          </span>
          <span className={list.tag}>{languageName(language)}</span>
          <span className={list.tag}>{hits === 0 ? texts.list.neverGiven : texts.list.hits(hits)}</span>
          <Expiry answer={answer} />
          {answer.citations.some(({ found }) => !found) && (
            <span className={css.due}>{texts.list.sourceGone}</span>
          )}
          {isAdmin && client !== null && (
            <span className={list.tag}>
              {knowledgeTexts.filters.owner}: <bdi>{client}</bdi>
            </span>
          )}
        </p>
        <p className={classes.muted}>{knowledgeTexts.list.changed(who, formatTime(updatedAt))}</p>
      </div>
    </li>
  )
}

function Expiry({ answer: { expiresAt } }: { answer: ApprovedAnswer }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (expiresAt === null) return null
  const isOver = expiresAt < today
  const day = formatDay(expiresAt)
  return (
    <span className={isOver ? css.due : list.tag}>
      {isOver ? texts.list.expired(day) : texts.list.until(day)}
    </span>
  )
}
