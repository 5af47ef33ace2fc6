import { kit } from '@org/languages'
import { createEvaluationCalls, createSettingsDraftCalls } from '@org/api-client'
import type { SettingsDraft, StoredLlmSettings } from '@org/api-client'
import { Alert, Button, ConfirmDialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import css from '../evaluations/evaluations.module.css'
import { draftsQuery, readEvaluationsAgain } from '../evaluations/evaluations.queries.ts'
import { evaluationTexts } from '../evaluations/evaluations.texts.ts'
import { draftName } from '../evaluations/format-share.ts'
import { ReasonDialog } from '../evaluations/reason-dialog.tsx'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { Section } from '../section.tsx'
import { sectionIds } from './section-ids.ts'
import type { DraftSaving } from './use-draft-saving.ts'

const texts = evaluationTexts.drafts

interface DraftsSectionProps {
  drafts: DraftSaving
  /** Address of a run. */
  runPath: (id: string) => string
  /** Called with the settings that a publication has stored. */
  onPublished: (stored: StoredLlmSettings) => void
}

/** Drafts of the settings: edited, evaluated, published and deleted. */
export function DraftsSection(props: DraftsSectionProps) {
  const stored = useInfiniteQuery(draftsQuery(useCalls(createSettingsDraftCalls)))
  const [done, setDone] = useState<string>()
  const { opened } = props.drafts
  const items = stored.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Section id={sectionIds.drafts} title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {opened !== undefined && (
        <Alert
          tone="info"
          action={
            <Button size="small" onClick={props.drafts.close}>
              {texts.close}
            </Button>
          }
        >
          {texts.opened(draftName(opened.name))}
        </Alert>
      )}
      <StatusLine tone="success">{done}</StatusLine>
      {stored.isPending && <Skeleton lines={2} label={adminTexts.loading} />}
      {stored.isError && <LoadFailure query={stored} />}
      {stored.data !== undefined && items.length === 0 && <p>{texts.empty}</p>}
      {items.length > 0 && (
        <ul className={list.entries} aria-label={texts.title}>
          {items.map((draft) => (
            <DraftEntry key={draft.id} draft={draft} onDone={setDone} {...props} />
          ))}
        </ul>
      )}
      {stored.hasNextPage && (
        <div>
          <Button busy={stored.isFetchingNextPage} onClick={() => void stored.fetchNextPage()}>
            {evaluationTexts.older}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface DraftEntryProps extends DraftsSectionProps {
  draft: SettingsDraft
  onDone: (text: string) => void
}

function DraftEntry(props: DraftEntryProps) {
  const { draft, drafts, runPath } = props
  const { startEvaluation } = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'publish' | 'delete'>()
  const evaluate = useMutation({
    mutationFn: () => startEvaluation({ draftId: draft.id, judge: false }),
    onSettled: () => readEvaluationsAgain(queryClient),
  })
  const name = draftName(draft.name)
  const runId = evaluate.data?.id ?? draft.runId
  const close = () => {
    setAsked(undefined)
  }
  return (
    <li>
      <div className={list.what}>
        <p className={list.name} dir="auto">
          {name}
        </p>
        <p className={list.tags}>
          <span className={css.tag} data-tone={draft.gate === 'regressions' ? 'danger' : 'good'}>
            {evaluationTexts.gates[draft.gate]}
          </span>
          <span className={css.tag}>{texts.version(draft.version)}</span>
          {draft.trialId !== null && <span className={css.tag}>{texts.onTrial}</span>}
          {runId !== null && <Link to={runPath(runId)}>{texts.lastRun}</Link>}
        </p>
        <p className={classes.muted}>
          {evaluationTexts.by(draft.updatedBy ?? evaluationTexts.deletedAccount, formatTime(draft.updatedAt))}
        </p>
        <StatusLine tone="error">{evaluate.isError && describeFailure(evaluate.error)}</StatusLine>
      </div>
      <div className={list.actions}>
        <Button
          size="small"
          aria-label={texts.openOf(name)}
          onClick={() => {
            drafts.open(draft)
          }}
        >
          {texts.open}
        </Button>
        <Button
          size="small"
          busy={evaluate.isPending}
          aria-label={texts.evaluateOf(name)}
          onClick={() => {
            evaluate.mutate()
          }}
        >
          {texts.evaluate}
        </Button>
        <Button
          size="small"
          aria-label={texts.publishOf(name)}
          onClick={() => {
            setAsked('publish')
          }}
        >
          {texts.publish}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={texts.deleteOf(name)}
          onClick={() => {
            setAsked('delete')
          }}
        >
          {texts.delete}
        </Button>
      </div>
      {asked === 'publish' && <PublishDialog {...props} onClose={close} />}
      <DeleteDialog {...props} isOpen={asked === 'delete'} onClose={close} />
    </li>
  )
}

function PublishDialog({
  draft,
  drafts,
  onPublished,
  onDone,
  onClose,
}: DraftEntryProps & { onClose: () => void }) {
  const { publishSettingsDraft } = useCalls(createSettingsDraftCalls)
  const queryClient = useQueryClient()
  const name = draftName(draft.name)
  const publish = useMutation({
    mutationFn: (overrideReason: string | undefined) =>
      publishSettingsDraft(draft.id, { version: draft.version, overrideReason }),
    onSuccess: async (stored) => {
      if (drafts.opened?.id === draft.id) drafts.close()
      onPublished(stored)
      onDone(texts.published(name))
      await readEvaluationsAgain(queryClient)
    },
    onError: () => readEvaluationsAgain(queryClient),
  })
  return (
    <ReasonDialog
      title={texts.publishTitle(name)}
      text={texts.publishText}
      confirm={draft.gate === 'ready' ? texts.publish : texts.publishAnyway}
      gate={draft.gate}
      failure={publish.isError ? describeFailure(publish.error) : undefined}
      isBusy={publish.isPending}
      onClose={onClose}
      onConfirm={publish.mutate}
    />
  )
}

function DeleteDialog({
  draft,
  drafts,
  onDone,
  isOpen,
  onClose,
}: DraftEntryProps & { isOpen: boolean; onClose: () => void }) {
  const { deleteSettingsDraft } = useCalls(createSettingsDraftCalls)
  const queryClient = useQueryClient()
  const name = draftName(draft.name)
  const remove = useMutation({
    mutationFn: () => deleteSettingsDraft(draft.id, draft.version),
    onSuccess: async () => {
      if (drafts.opened?.id === draft.id) drafts.close()
      onDone(texts.deleted(name))
      await readEvaluationsAgain(queryClient)
    },
    onError: () => readEvaluationsAgain(queryClient),
  })
  return (
    <>
      <StatusLine tone="error">{remove.isError && describeFailure(remove.error)}</StatusLine>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={onClose}
        variant="danger"
        title={texts.deleteTitle(name)}
        description={texts.deleteText}
        labels={{ ...kit.confirm, confirm: texts.delete }}
        onConfirm={() => {
          remove.mutate()
        }}
      />
    </>
  )
}
