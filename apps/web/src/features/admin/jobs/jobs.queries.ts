import type { JobCalls, JobState } from '@org/api-client'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** Key of every list of jobs. */
export const jobsKey = ['admin', 'jobs'] as const

/** Milliseconds between two reads while a job waits or runs. */
const refreshMs = 3000

/** Background jobs, newest first. */
export function jobsQuery({ jobs }: JobCalls, state: JobState | undefined) {
  return infiniteQueryOptions({
    queryKey: [...jobsKey, state],
    queryFn: ({ signal, pageParam: cursor }) => jobs({ signal, state, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const counts = data?.pages[0]?.counts
      return counts !== undefined && counts.waiting + counts.running > 0 ? refreshMs : false
    },
  })
}
