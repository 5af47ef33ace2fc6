import { createReviewCalls } from '@org/api-client'
import type { Page, ReviewFilter, ReviewItem, ReviewPatch } from '@org/api-client'
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCalls } from '../../shared/services.ts'
import { useAddressParameters } from '../../shared/use-address-parameters.ts'
import { changeFilter, readFilter } from './review-filter.ts'
import { itemsOfPage, reviewListQuery, reviewSummaryQuery } from './review.queries.ts'

/** Milliseconds without a key press after which a typed search is sent. */
const typingMs = 300

/** State of the review: the filter of the address, the list, the chosen answer and its changes. */
export function useReviewPage() {
  const calls = useCalls(createReviewCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  const parameters = useAddressParameters()
  const filter = readFilter(parameters)
  const list = useInfiniteQuery(reviewListQuery(calls, filter))
  const { data: summary } = useQuery(reviewSummaryQuery(calls))
  // A load of the list may leave out the answer that is being judged.
  const [chosen, setChosen] = useState<ReviewItem>()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []

  // A page of a search may have few matches or none, and others may follow it.
  const isSearchingOn =
    filter.q !== undefined &&
    list.hasNextPage &&
    !list.isFetchNextPageError &&
    (items.length < itemsOfPage || list.data?.pages.at(-1)?.items.length === 0)
  useEffect(() => {
    if (isSearchingOn && !list.isFetching) void list.fetchNextPage()
  })

  const change = (name: keyof ReviewFilter, value: string) => {
    setChosen(undefined)
    void navigate({ search: changeFilter(parameters, name, value).toString() }, { replace: true })
  }
  const [search, setSearch] = useState(parameters.get('q') ?? '')
  const isSent = search.trim() === (parameters.get('q') ?? '')
  useEffect(() => {
    const timer = isSent
      ? undefined
      : setTimeout(() => {
          change('q', search.trim())
        }, typingMs)
    return () => {
      clearTimeout(timer)
    }
  })

  const save = useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: ReviewPatch }) => calls.saveReview(id, patch),
    onSuccess: (stored) => {
      // The answer stays in the list until the next load, also where it fits the filter no more.
      client.setQueriesData<InfiniteData<Page<ReviewItem>>>({ queryKey: ['review', 'list'] }, (data) =>
        data === undefined ? undefined : withItem(data, stored),
      )
      setChosen((before) => (before?.id === stored.id ? stored : before))
      return client.invalidateQueries({ queryKey: ['review', 'summary'] })
    },
  })

  const move = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === chosen?.id)
    const next = items[at === -1 ? 0 : at + by]
    if (next !== undefined) setChosen(next)
    if (at + by >= items.length - 1 && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  return {
    filter,
    change,
    clear: () => {
      setSearch('')
      void navigate({ search: 'status=all' }, { replace: true })
    },
    search,
    setSearch,
    list,
    /** Older answers are searched without being asked for. */
    isSearchingOn,
    items,
    summary,
    current: items.find(({ id }) => id === chosen?.id) ?? chosen,
    choose: (id: string | undefined) => {
      setChosen(items.find((item) => item.id === id))
    },
    move,
    save,
    load: (cursor: string | null, signal: AbortSignal) =>
      calls.reviewList({ ...filter, limit: 100, cursor, signal }),
  }
}

function withItem(data: InfiniteData<Page<ReviewItem>>, stored: ReviewItem): InfiniteData<Page<ReviewItem>> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === stored.id ? stored : item)),
  }))
  return { ...data, pages }
}
