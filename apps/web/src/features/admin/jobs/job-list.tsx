import { createJobCalls } from '@org/api-client'
import type { Job, JobState } from '@org/api-client'
import { Button, EmptyState, Select, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { jobsKey, jobsQuery } from './jobs.queries.ts'
import { jobTexts as texts } from './jobs.texts.ts'

const states = ['running', 'waiting', 'failed', 'completed'] as const

/** Background jobs by state, with a button that repeats a failed one. */
export function JobList() {
  const [state, setState] = useState<JobState>()
  const jobs = useInfiniteQuery(jobsQuery(useCalls(createJobCalls), state))
  const counts = jobs.data?.pages[0]?.counts
  return (
    <div className={classes.stack}>
      <div className={classes.oneFilter}>
        <Select
          label={texts.filter}
          options={[
            { value: 'all', label: texts.all },
            ...states.map((value) => ({
              value,
              label:
                counts === undefined
                  ? texts.states[value]
                  : texts.counted(texts.states[value], counts[value]),
            })),
          ]}
          value={state ?? 'all'}
          onValueChange={(chosen) => {
            setState(states.find((known) => known === chosen))
          }}
        />
      </div>
      <Jobs jobs={jobs} state={state} />
    </div>
  )
}

function Jobs({
  jobs,
  state,
}: {
  jobs: ReturnType<typeof useInfiniteQuery<{ items: Job[] }, Error, { pages: { items: Job[] }[] }>>
  state: JobState | undefined
}) {
  const { retryJob } = useCalls(createJobCalls)
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: (job: Job) => retryJob(job),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  if (jobs.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (jobs.data === undefined) return <LoadFailure query={jobs} />
  const items = jobs.data.pages.flatMap((page) => page.items)
  return (
    <>
      {jobs.isError && <LoadFailure query={jobs} />}
      <StatusLine tone={retry.isError ? 'error' : 'success'}>
        {retry.isError ? describeFailure(retry.error) : retry.isSuccess && texts.retried}
      </StatusLine>
      {items.length === 0 ? (
        <EmptyState title={texts.empty}>
          {state === undefined ? texts.emptyText : texts.emptyState}
        </EmptyState>
      ) : (
        <ul className={list.entries}>
          {items.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              isBusy={retry.isPending && retry.variables.id === job.id}
              onRetry={() => {
                retry.mutate(job)
              }}
            />
          ))}
        </ul>
      )}
      {jobs.hasNextPage && (
        <div>
          <Button busy={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      )}
    </>
  )
}

const lanes: readonly string[] = Object.keys(texts.lanes)

function isLane(lane: string): lane is keyof typeof texts.lanes {
  return lanes.includes(lane)
}

/** The name of a lane; the lane itself where a later server has added it. */
function laneName(lane: string): string {
  return isLane(lane) ? texts.lanes[lane] : lane
}

function JobRow({ job, isBusy, onRetry }: { job: Job; isBusy: boolean; onRetry: () => void }) {
  const { state, client, retries, createdAt, finishedAt, nextAt, error } = job
  const name = `${laneName(job.lane)}: ${job.subject === '' ? texts.deleted : job.subject}`
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{texts.states[state]}</span>
          {retries > 0 && <span className={list.tag}>{texts.retries(retries)}</span>}
          {client !== null && (
            <span className={list.tag}>
              {texts.owner}: <bdi>{client}</bdi>
            </span>
          )}
        </p>
        {error !== null && state !== 'completed' && <p>{texts.error(error)}</p>}
        <p className={classes.muted}>
          {texts.added(formatTime(createdAt))}
          {nextAt !== null && ` · ${texts.next(formatTime(nextAt))}`}
          {finishedAt !== null && ` · ${texts.finished(formatTime(finishedAt))}`}
        </p>
      </div>
      {state === 'failed' && (
        <div className={list.actions}>
          <Button size="small" busy={isBusy} aria-label={texts.retryOf(name)} onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </li>
  )
}
