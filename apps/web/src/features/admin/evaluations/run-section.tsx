import { createEvaluationCalls, createSettingsDraftCalls } from '@org/api-client'
import type { EvaluationPage, EvaluationRun } from '@org/api-client'
import { Button, Checkbox, EmptyState, Select, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { Section } from '../section.tsx'
import css from './evaluations.module.css'
import { draftsQuery, readEvaluationsAgain, runsQuery } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'
import { draftName, formatShare } from './format-share.ts'
import { hasEnded, useRunEvents } from './use-run-events.ts'

const texts = evaluationTexts.runs

/** Addresses of the screens that the sections lead to. */
export interface EvaluationLinks {
  runPath: (id: string) => string
  settingsPath: string
}

/** Starts runs, and lists them with their progress. */
export function RunSection(links: EvaluationLinks) {
  const runs = useInfiniteQuery(runsQuery(useCalls(createEvaluationCalls)))
  const items = runs.data?.pages.flatMap((page) => page.items) ?? []
  useRunEvents(items.find((run) => !hasEnded(run))?.id ?? null)
  const [first] = runs.data?.pages ?? []
  return (
    <Section title={texts.title}>
      {first !== undefined && <StartForm page={first} settingsPath={links.settingsPath} />}
      {runs.isPending ? (
        <Skeleton lines={4} label={adminTexts.loading} />
      ) : (
        <>
          {runs.isError && <LoadFailure query={runs} />}
          {runs.data !== undefined && items.length === 0 && (
            <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
          )}
          {items.length > 0 && (
            <ul className={list.entries} aria-label={texts.title}>
              {items.map((run) => (
                <RunEntry key={run.id} run={run} runPath={links.runPath} />
              ))}
            </ul>
          )}
        </>
      )}
      {runs.hasNextPage && (
        <div>
          <Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {evaluationTexts.older}
          </Button>
        </div>
      )}
    </Section>
  )
}

function StartForm({ page, settingsPath }: { page: EvaluationPage; settingsPath: string }) {
  const calls = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const drafts = useInfiniteQuery(draftsQuery(useCalls(createSettingsDraftCalls)))
  const options = drafts.data?.pages.flatMap(({ items }) => items) ?? []
  const [chosen, setChosen] = useState('')
  const [judge, setJudge] = useState(false)
  const draftId = options.some(({ id }) => id === chosen) ? chosen : (options[0]?.id ?? '')
  const start = useMutation({
    mutationFn: () => calls.startEvaluation({ draftId, judge }),
    onSuccess: () => readEvaluationsAgain(queryClient),
  })
  if (drafts.isPending) return <Skeleton lines={2} />
  if (drafts.data !== undefined && options.length === 0) {
    return (
      <p>
        {texts.noDrafts} <Link to={settingsPath}>{texts.toSettings}</Link>
      </p>
    )
  }
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate()
      }}
    >
      <div className={css.start}>
        <Select
          label={texts.draft}
          options={options.map(({ id, name, version }) => ({
            value: id,
            label: texts.name(draftName(name), version),
          }))}
          value={draftId}
          onValueChange={setChosen}
        />
        {page.judgeModel !== null && (
          <Checkbox label={texts.judge(page.judgeModel)} checked={judge} onCheckedChange={setJudge} />
        )}
      </div>
      <div className={classes.row}>
        <Button variant="primary" type="submit" busy={start.isPending} disabled={draftId === ''}>
          {texts.start}
        </Button>
        <span className={classes.muted}>{texts.cases(page.cases.enabled, page.cases.required)}</span>
        <StatusLine tone={start.isError ? 'error' : 'success'}>
          {start.isError ? describeFailure(start.error) : start.isSuccess && texts.started}
        </StatusLine>
      </div>
    </form>
  )
}

function RunEntry({ run, runPath }: { run: EvaluationRun; runPath: EvaluationLinks['runPath'] }) {
  const { cancelEvaluation } = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelEvaluation(run.id),
    onSettled: () => readEvaluationsAgain(queryClient),
  })
  const name = texts.name(draftName(run.draftName), run.draftVersion)
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <Link to={runPath(run.id)}>{name}</Link>
        </p>
        <RunFacts run={run} />
        <p className={classes.muted}>
          {evaluationTexts.by(run.createdBy ?? evaluationTexts.deletedAccount, formatTime(run.createdAt))}
        </p>
      </div>
      {!hasEnded(run) && (
        <div className={list.actions}>
          <Button
            size="small"
            busy={cancel.isPending}
            aria-label={`${texts.cancel}: ${name}`}
            onClick={() => {
              cancel.mutate()
            }}
          >
            {texts.cancel}
          </Button>
        </div>
      )}
    </li>
  )
}

/** State, progress and figures of a run. */
export function RunFacts({ run }: { run: EvaluationRun }) {
  const isOpen = !hasEnded(run)
  return (
    <>
      <p className={list.tags}>
        <span className={css.tag}>{texts.statuses[run.status]}</span>
        {run.done > 0 && (
          <span className={css.tag} data-tone={run.regressions > 0 ? 'danger' : 'good'}>
            {run.regressions > 0 ? texts.regressions(run.regressions) : texts.noRegressions}
          </span>
        )}
        {run.done > 0 && <span className={css.tag}>{texts.changed(run.changed)}</span>}
      </p>
      {isOpen && (
        <p className={css.progress}>
          <progress
            aria-label={texts.progress(run.done, run.total)}
            max={Math.max(1, run.total)}
            value={run.done}
          />
          {texts.progress(run.done, run.total)}
        </p>
      )}
      {run.done > 0 && (
        <p className={classes.muted}>
          {texts.passed(formatShare(run.passed))} · {texts.publishedPassed(formatShare(run.publishedPassed))}
        </p>
      )}
      {run.judge !== null && (
        <p className={classes.muted}>
          {texts.judged(run.judge.model, formatShare(run.judge.draft), formatShare(run.judge.published))}
        </p>
      )}
    </>
  )
}
