import { createEvaluationCalls, isApiError } from '@org/api-client'
import type { EvaluationShow } from '@org/api-client'
import { Button, EmptyState, Select, Skeleton } from '@org/ui-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { LoadFailure } from '../load-failure.tsx'
import css from './evaluations.module.css'
import { runQuery } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'
import { draftName } from './format-share.ts'
import { ResultEntry } from './result-entry.tsx'
import { RunFacts } from './run-section.tsx'
import { hasEnded, useRunEvents } from './use-run-events.ts'

const texts = evaluationTexts.run
const shows: readonly EvaluationShow[] = ['all', 'changed', 'failed', 'regressed']

/** /admin/evaluations/:id: a run, and each case with both answers. */
export function RunScreen({
  id,
  listPath,
  settingsPath,
}: {
  id: string
  listPath: string
  /** Address of the drafts, where they are corrected and published. */
  settingsPath: string
}) {
  const [parameters, setParameters] = useSearchParams()
  const show = shows.find((one) => one === parameters.get('show')) ?? 'all'
  const run = useInfiniteQuery(runQuery(useCalls(createEvaluationCalls), id, show))
  const [first] = run.data?.pages ?? []
  useRunEvents(first === undefined || hasEnded(first) ? null : id)
  const items = run.data?.pages.flatMap((page) => page.items) ?? []
  if (isApiError(run.error) && run.error.status === 404) {
    return (
      <div className={classes.stack}>
        <p>
          <Link to={listPath}>{texts.back}</Link>
        </p>
        <EmptyState title={texts.notFound} />
      </div>
    )
  }
  return (
    <div className={`${classes.sections} ${classes.stack}`}>
      <div className={classes.row}>
        <Link to={listPath}>{texts.back}</Link>
        <Link to={settingsPath}>{texts.toDrafts}</Link>
      </div>
      {first !== undefined && (
        <section aria-label={texts.title(draftName(first.draftName))}>
          <h2>{evaluationTexts.runs.name(draftName(first.draftName), first.draftVersion)}</h2>
          <RunFacts run={first} />
        </section>
      )}
      <search aria-label={texts.show} className={css.start}>
        <Select
          label={texts.show}
          options={shows.map((value) => ({ value, label: texts.shows[value] }))}
          value={show}
          onValueChange={(value) => {
            setParameters(value === 'all' ? {} : { show: value }, { replace: true })
          }}
        />
      </search>
      {run.isPending && <Skeleton lines={8} label={adminTexts.loading} />}
      {run.isError && <LoadFailure query={run} />}
      {run.data !== undefined && items.length === 0 && (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      )}
      <ul className={css.results} aria-label={evaluationTexts.cases.title}>
        {items.map((result) => (
          <ResultEntry key={result.id} result={result} />
        ))}
      </ul>
      {run.hasNextPage && (
        <div>
          <Button busy={run.isFetchingNextPage} onClick={() => void run.fetchNextPage()}>
            {evaluationTexts.older}
          </Button>
        </div>
      )}
    </div>
  )
}
