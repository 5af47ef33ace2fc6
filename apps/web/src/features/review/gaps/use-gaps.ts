import { createGapCalls } from '@org/api-client'
import type { Gap, GapFilter, GapPage } from '@org/api-client'
import {
  infiniteQueryOptions,
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useCalls } from '../../../shared/services.ts'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { gapTexts } from './gaps.texts.ts'

const dayMs = 86_400_000

/** Days of each period, today included. */
export const periodDays = { week: 7, month: 28, weeks: 56 } as const

/** Milliseconds between two reads of the list: the server finds and closes gaps while somebody looks at them. */
const refreshMs = 5000

/** Values of the filters in the address; without one, the first. */
export const gapFilterValues = {
  period: ['week', 'month', 'weeks'],
  status: ['open', 'closed', 'dismissed', 'all'],
  language: ['all', 'en', 'es', 'ar', 'de', 'fr', 'pt'],
} as const

type FilterName = keyof typeof gapFilterValues

/** The filter of an address; other values are left out. */
export function readGapFilter(parameters: URLSearchParams) {
  const oneOf = <Value extends string>(name: FilterName, values: readonly [Value, ...Value[]]): Value =>
    values.find((value) => value === parameters.get(name)) ?? values[0]
  return {
    period: oneOf('period', gapFilterValues.period),
    status: oneOf('status', gapFilterValues.status),
    language: oneOf('language', gapFilterValues.language),
  }
}

type Chosen = ReturnType<typeof readGapFilter>

function toQuery({ period, status, language }: Chosen): GapFilter {
  const now = Date.now()
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return {
    from: day(now - (periodDays[period] - 1) * dayMs),
    to: day(now),
    ...(status === 'all' ? {} : { status }),
    ...(language === 'all' ? {} : { language }),
  }
}

/** State of the gaps' screen: the filter of the address, the list, and its changes. */
export function useGaps() {
  const calls = useCalls(createGapCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  const parameters = useAddressParameters()
  const chosen = readGapFilter(parameters)
  const save = useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'open' | 'dismissed' }) => calls.saveGap(id, status),
    onSuccess: (stored) => {
      // The gap stays in the list until the next load, also where it fits the filter no more; its counts are of the filter.
      client.setQueriesData<InfiniteData<GapPage>>({ queryKey: ['review', 'gaps'] }, (data) =>
        data === undefined ? undefined : withStatus(data, stored),
      )
    },
  })
  const list = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['review', 'gaps', chosen],
      queryFn: ({ signal, pageParam }) =>
        calls.gapList({ ...toQuery(chosen), signal, limit: 30, cursor: pageParam }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      // A dismissed gap stays in the list, with the button that opens it again. Each read is of every page.
      refetchInterval: ({ state: { data } }) => (save.isIdle && data?.pages.length === 1 ? refreshMs : false),
    }),
  )
  return {
    chosen,
    list,
    save,
    change: (name: FilterName, value: string) => {
      const changed = new URLSearchParams(parameters)
      if (value === gapFilterValues[name][0]) changed.delete(name)
      else changed.set(name, value)
      void navigate({ search: changed.toString() }, { replace: true })
    },
  }
}

function withStatus(data: InfiniteData<GapPage>, { id, status, closedAt }: Gap): InfiniteData<GapPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((gap) => (gap.id === id ? { ...gap, status, closedAt } : gap)),
  }))
  return { ...data, pages }
}

/** The change of a count in words. */
export function describeTrend(trend: number): string {
  if (trend === 0) return gapTexts.same
  return trend > 0 ? gapTexts.moreThan(trend) : gapTexts.lessThan(-trend)
}
