import type {
  EvaluationCalls,
  EvaluationPage,
  EvaluationRun,
  EvaluationShow,
  EvaluationSource,
  SettingsDraftCalls,
} from '@org/api-client'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

/** Key of everything about evaluations. */
const evaluationsKey = ['admin', 'evaluations'] as const
/** Key of the list of runs. */
export const runsKey = [...evaluationsKey, 'runs'] as const
/** Key of every list of cases. */
export const casesKey = [...evaluationsKey, 'cases'] as const
/** Key of the list of trials. */
export const trialsKey = [...evaluationsKey, 'trials'] as const
/** Key of the list of drafts. */
export const draftsKey = ['admin', 'settings-drafts'] as const

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  staleTime: 0,
}

// Time between two looks at drafts whose run is under way, in ms: a run takes some seconds.
const runningMs = 3000

/** Drafts that are not published, the newest change first. */
export function draftsQuery({ settingsDrafts }: SettingsDraftCalls) {
  return infiniteQueryOptions({
    queryKey: draftsKey,
    queryFn: ({ signal, pageParam: cursor }) => settingsDrafts({ signal, cursor }),
    ...paging,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ gate }) => gate === 'run_unfinished')) === true
        ? runningMs
        : false,
  })
}

/** Trials, the newest first. */
export function trialsQuery({ settingsTrials }: SettingsDraftCalls) {
  return infiniteQueryOptions({
    queryKey: trialsKey,
    queryFn: ({ signal, pageParam: cursor }) => settingsTrials({ signal, cursor, limit: 10 }),
    ...paging,
  })
}

/** Runs, the newest first. */
export function runsQuery({ evaluations }: EvaluationCalls) {
  return infiniteQueryOptions({
    queryKey: runsKey,
    queryFn: ({ signal, pageParam: cursor }) => evaluations({ signal, cursor, limit: 10 }),
    ...paging,
  })
}

/** A run with the cases of a filter. */
export function runQuery({ evaluation }: EvaluationCalls, runId: string, show: EvaluationShow) {
  return infiniteQueryOptions({
    queryKey: [...evaluationsKey, 'run', runId, show],
    queryFn: ({ signal, pageParam: cursor }) => evaluation(runId, { signal, cursor, show }),
    ...paging,
    retry: false,
  })
}

/** Cases, the newest change first. */
export function casesQuery(
  { evaluationCases }: EvaluationCalls,
  filter: { source: EvaluationSource | undefined; q: string | undefined },
) {
  return infiniteQueryOptions({
    queryKey: [...casesKey, filter],
    queryFn: ({ signal, pageParam: cursor }) => evaluationCases({ ...filter, signal, cursor }),
    ...paging,
  })
}

/** Puts the new state of a run into the list. */
export function putRun(queryClient: QueryClient, state: EvaluationRun): void {
  queryClient.setQueryData<InfiniteData<EvaluationPage>>(runsKey, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === state.id ? state : item)),
          })),
        },
  )
}

/** Has everything that depends on runs, drafts and cases read again. */
export async function readEvaluationsAgain(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [evaluationsKey, draftsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
