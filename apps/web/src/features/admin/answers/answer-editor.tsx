import { kit } from '@org/languages'
import { createAdminCalls, createApprovedAnswerCalls, isApiError } from '@org/api-client'
import type { ApprovedAnswer, ApprovedAnswerStart } from '@org/api-client'
import { Alert, Button, ConfirmDialog, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCalls } from '../../../shared/services.ts'
import { useLeaveGuard } from '../../../shared/use-leave-guard.ts'
import { useOnline } from '../../../shared/use-online.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { ConflictAlert } from '../knowledge/conflict-alert.tsx'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { type VersionedForm, useVersionedForm } from '../use-versioned-form.ts'
import { isOwnNavigation, LeaveQuestion } from '../leave-question.tsx'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { AnswerFields } from './answer-fields.tsx'
import { AnswerPreview } from './answer-preview.tsx'
import { AnswerVersions } from './answer-versions.tsx'
import { AnswerView } from './answer-view.tsx'
import { type AnswerFormDraft, fromDraft, toDraft } from './answer-draft.ts'
import { answerQuery, answersKey, answerStartQuery } from './answers.queries.ts'
import { answerTexts as texts } from './answers.texts.ts'
import { SourceList } from './source-list.tsx'

interface AnswerEditorProps {
  /** Id of the answer; `new` for one that is not written yet. */
  id: string
  /** What a new answer begins with. */
  from: { review?: string | undefined; gap?: string | undefined }
  /** Address of the list. */
  listPath: string
  answerPath: (id: string) => string
  isAdmin: boolean
}

/** /admin/answers/{id}: an approved answer, its sources, and how visitors see it. */
export function AnswerEditor(props: AnswerEditorProps) {
  const { id, from } = props
  const calls = useCalls(createApprovedAnswerCalls)
  const isNew = id === 'new'
  const isPrefilled = from.review !== undefined || from.gap !== undefined
  const mayReview = useMay('review')
  // Whoever loses the role while they write keeps what they have written; the server refuses to save it.
  const [couldReview] = useState(mayReview)
  const isEditor = mayReview || couldReview
  const answer = useQuery({ ...answerQuery(calls, id), enabled: !isNew })
  const start = useQuery({ ...answerStartQuery(calls, from), enabled: isNew && isPrefilled && isEditor })
  // The form stays with its draft while the answer is read again.
  const [known, setKnown] = useState(answer.data)
  if (known === undefined && answer.data !== undefined) setKnown(answer.data)
  if (isNew && !isEditor) return <ReadOnlyNote action="review" />
  if (known !== undefined && !isEditor) return <AnswerView answer={answer.data ?? known} />
  if (isNew && (!isPrefilled || start.data !== undefined)) {
    return <Editor {...props} answer={undefined} start={start.data} />
  }
  if (known !== undefined) return <Editor {...props} answer={known} start={undefined} />
  const query = isNew ? start : answer
  if (query.isPending) return <Skeleton lines={12} label={adminTexts.loading} />
  if (isApiError(query.error) && query.error.status === 404) {
    const missing = !isNew ? 'notFound' : from.gap !== undefined ? 'gapNotFound' : 'reviewNotFound'
    return <EmptyState title={texts[missing]} />
  }
  return <LoadFailure query={query} />
}

type EditorForm = VersionedForm<AnswerFormDraft, ApprovedAnswer>

function Editor({
  answer,
  start,
  listPath,
  answerPath,
  isAdmin,
}: AnswerEditorProps & { answer: ApprovedAnswer | undefined; start: ApprovedAnswerStart | undefined }) {
  const { state } = useLocation()
  const formId = useId()
  const isOnline = useOnline()
  const clients = useQuery({ ...clientsQuery(useCalls(createAdminCalls)), enabled: isAdmin })
  const form = useAnswerForm(answer, start, answerPath)
  const leaving = useLeaveGuard(
    form.isDirty,
    (move) => move.from.pathname !== move.to.pathname && !isOwnNavigation(move.to.state),
  )
  const { base, draft, conflict } = form
  const wasSaved = Object(state).saved === true && !form.isDirty
  return (
    <div className={css.editor}>
      <form
        id={formId}
        className={list.form}
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        {conflict !== undefined && <ConflictAlert theirs={conflict} resolve={form.resolve} />}
        {!isOnline && <Alert tone="warning">{knowledgeTexts.offline}</Alert>}
        <AnswerFields
          draft={draft}
          change={form.change}
          isNew={base === undefined}
          clients={isAdmin ? (clients.data ?? []) : undefined}
        />
        <SourceList draft={draft} change={form.change} />
        <EditorBar form={form} wasSaved={wasSaved} listPath={listPath} />
      </form>
      <AnswerPreview draft={draft} />
      <LeaveQuestion leaving={leaving} />
    </div>
  )
}

function useAnswerForm(
  answer: ApprovedAnswer | undefined,
  start: ApprovedAnswerStart | undefined,
  answerPath: AnswerEditorProps['answerPath'],
): EditorForm {
  const calls = useCalls(createApprovedAnswerCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return useVersionedForm<AnswerFormDraft, ApprovedAnswer>({
    item: answer,
    toDraft: (item) => toDraft(item, start, today),
    save: (draft, base) =>
      base === undefined
        ? calls.createApprovedAnswer({ ...fromDraft(draft), clientId: draft.clientId })
        : calls.updateApprovedAnswer(base.id, { ...fromDraft(draft), version: base.version }),
    read: (id) => calls.approvedAnswer(id),
    queryKey: answersKey,
    onSaved(saved, isNew) {
      client.setQueryData(answerQuery(calls, saved.id).queryKey, saved)
      if (isNew) void navigate(answerPath(saved.id), { replace: true, state: { saved: true } })
    },
  })
}

function EditorBar({ form, wasSaved, listPath }: { form: EditorForm; wasSaved: boolean; listPath: string }) {
  const calls = useCalls(createApprovedAnswerCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const { base } = form
  const deleting = useMutation({
    mutationFn: (id: string) => calls.deleteApprovedAnswer(id),
    onSuccess: async () => {
      void navigate(listPath, { state: { deleted: base?.question ?? '' } })
      // The deleted answer itself is not read again.
      await client.invalidateQueries({ queryKey: [...answersKey, 'list'] })
      await client.invalidateQueries({ queryKey: [...answersKey, 'summary'] })
    },
  })
  const savedText = base?.status === 'draft' ? texts.savedDraft : knowledgeTexts.saved
  const failure = form.failure ?? (deleting.isError ? describeFailure(deleting.error) : undefined)
  return (
    <div className={css.bar}>
      <div className={classes.row}>
        <Button variant="primary" type="submit" busy={form.isSaving} disabled={!isOnline}>
          {knowledgeTexts.save}
        </Button>
        {base !== undefined && (
          <>
            <Button
              onClick={() => {
                setIsHistoryOpen(true)
              }}
            >
              {knowledgeTexts.history.title}
            </Button>
            <Button
              variant="ghost"
              busy={deleting.isPending}
              onClick={() => {
                setIsAsked(true)
              }}
            >
              {knowledgeTexts.delete.button}
            </Button>
          </>
        )}
      </div>
      <StatusLine tone={failure === undefined ? 'success' : 'error'}>
        {failure ?? (form.isSaved || wasSaved ? savedText : form.isDirty && knowledgeTexts.unsaved)}
      </StatusLine>
      {isHistoryOpen && base !== undefined && (
        <AnswerVersions
          answer={base}
          isDirty={form.isDirty}
          onRestored={form.reset}
          onClose={() => {
            setIsHistoryOpen(false)
          }}
        />
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        variant="danger"
        title={texts.delete.title(base?.question ?? '')}
        description={texts.delete.text}
        labels={{ ...kit.confirm, confirm: knowledgeTexts.delete.button }}
        onConfirm={() => {
          if (base !== undefined) deleting.mutate(base.id)
        }}
      />
    </div>
  )
}
