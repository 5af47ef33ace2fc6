import { createEvaluationCalls, isApiError } from '@org/api-client'
import type { ReviewItem, ReviewPatch, ReviewStatus, ReviewSummary } from '@org/api-client'
import { Button, Select, StatusLine, TextArea, TextField } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../shared/link.tsx'
import { useCalls } from '../../shared/services.ts'
import { useMay } from '../session/use-may.ts'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

const texts = reviewTexts.actions

interface ReviewActionsProps {
  item: ReviewItem
  summary: ReviewSummary | undefined
  /** A change is being stored. */
  isSaving: boolean
  isSaved: boolean
  onSave: (patch: ReviewPatch) => void
}

/** Judges an answer. */
export function ReviewButtons({
  item,
  newArticlePath,
  newAnswerPath,
  isAdmin,
  onSave,
}: Pick<ReviewActionsProps, 'item' | 'onSave'> & {
  /** Address of the editor of a new article, which takes the title as `title`. */
  newArticlePath: string
  /** Address of the editor of a new approved answer, which takes the record as `review`. */
  newAnswerPath: string
  /** Administrators alone evaluate. */
  isAdmin: boolean
}) {
  const mayEdit = useMay('edit')
  const mayReview = useMay('review')
  const { question, clientId } = item
  const newArticle =
    question !== null &&
    new URLSearchParams({ title: question, ...(clientId !== null && { owner: clientId }) }).toString()
  return (
    <div className={classes.row}>
      {mayReview && (
        <>
          <StatusButton {...{ item, onSave }} status="good" label={texts.good} />
          <StatusButton {...{ item, onSave }} status="bad" label={texts.bad} />
          <StatusButton {...{ item, onSave }} status="done" label={texts.done} />
        </>
      )}
      {mayReview && item.status !== 'open' && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            onSave({ status: 'open' })
          }}
        >
          {texts.reopen}
        </Button>
      )}
      {mayEdit && newArticle !== false && <Link to={`${newArticlePath}?${newArticle}`}>{texts.article}</Link>}
      {mayReview && item.question !== null && (
        <Link to={`${newAnswerPath}?${new URLSearchParams({ review: item.id }).toString()}`}>
          {texts.approve}
        </Link>
      )}
      {isAdmin && item.question !== null && <EvaluateButton key={item.id} answerId={item.id} />}
    </div>
  )
}

/** Makes a case of an evaluation from the answer. */
function EvaluateButton({ answerId }: { answerId: string }) {
  const { addReviewedCase } = useCalls(createEvaluationCalls)
  const add = useMutation({ mutationFn: () => addReviewedCase(answerId) })
  return (
    <>
      <Button
        size="small"
        busy={add.isPending}
        onClick={() => {
          add.mutate()
        }}
      >
        {texts.evaluate}
      </Button>
      <StatusLine tone={add.isError ? 'error' : 'success'}>
        {add.isError
          ? ((isApiError(add.error) ? add.error.reason : undefined) ?? reviewTexts.saveFailed)
          : add.isSuccess && texts.evaluated}
      </StatusLine>
    </>
  )
}

/** Assignee, labels and note of an answer, for those who may not change them. */
export function ReviewNotesView({ item: { assignee, labels, note } }: { item: ReviewItem }) {
  const facts: [string, string][] = [
    [texts.assignee, assignee === null ? texts.nobody : (assignee.email ?? texts.someone)],
    [texts.labels, labels.join(', ')],
    [texts.note, note],
  ]
  return (
    <section className={classes.actions} aria-label={texts.label}>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

/** Assigns an answer, and keeps its labels and note. Mount it anew for each answer. */
export function ReviewNotes({ item, summary, isSaving, isSaved, onSave }: ReviewActionsProps) {
  const [note, setNote] = useState(item.note)
  const [labels, setLabels] = useState(item.labels.join(', '))
  const others = summary?.assignees ?? []
  const { assignee } = item
  const isListed = assignee === null || others.some(({ id }) => id === assignee.id)
  return (
    <section className={classes.actions} aria-label={texts.label}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSave({ note, labels: labelsOf(labels) })
        }}
      >
        <div className={classes.pair}>
          <Select
            label={texts.assignee}
            options={[
              { value: '', label: texts.nobody },
              ...(isListed ? [] : [{ value: assignee.id, label: assignee.email ?? texts.someone }]),
              ...others.map(({ id, email }) => ({ value: id, label: email })),
            ]}
            value={assignee?.id ?? ''}
            onValueChange={(id) => {
              onSave({ assignee: id === '' ? null : id })
            }}
          />
          <TextField
            label={texts.labels}
            description={texts.labelsHint}
            dir="auto"
            value={labels}
            onValueChange={setLabels}
          />
        </div>
        <TextArea
          label={texts.note}
          dir="auto"
          rows={3}
          maxLength={2000}
          value={note}
          onValueChange={setNote}
        />
        <div className={classes.row}>
          <Button type="submit" size="small" busy={isSaving}>
            {texts.save}
          </Button>
          <StatusLine tone="success">{isSaved && texts.saved}</StatusLine>
        </div>
      </form>
    </section>
  )
}

function StatusButton({
  item,
  status,
  label,
  onSave,
}: Pick<ReviewActionsProps, 'item' | 'onSave'> & { status: ReviewStatus; label: string }) {
  return (
    <Button
      size="small"
      aria-pressed={item.status === status}
      variant={item.status === status ? 'primary' : 'secondary'}
      onClick={() => {
        onSave({ status })
      }}
    >
      {label}
    </Button>
  )
}

/** The labels of a text with commas, each once, within the limits of the server. */
export function labelsOf(text: string): string[] {
  const labels = text
    .split(/[,،]/u)
    .map((label) => label.trim().slice(0, 40))
    .filter((label) => label !== '')
  return [...new Set(labels)].slice(0, 10)
}
