import type { ContentCalls, ContentFilters } from '@org/api-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Kinds of content. */
export type ContentKind = 'articles' | 'products'

/** Filters of a list. `due`: only articles whose review date has come. */
export type ListFilters = Pick<ContentFilters, 'q' | 'status' | 'language' | 'clientId'> & { due: boolean }

/** Key of everything about one kind of content. */
export const contentKey = (kind: ContentKind) => ['admin', 'content', kind] as const

/** Articles, newest change first. */
export function articlesQuery({ articles }: ContentCalls, { due, ...filters }: ListFilters) {
  const today = new Date().toISOString().slice(0, 10)
  return infiniteQueryOptions({
    queryKey: [...contentKey('articles'), 'list', filters, due],
    queryFn: ({ signal, pageParam: cursor }) =>
      articles({ ...filters, signal, cursor, ...(due ? { reviewBy: today } : {}) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Published articles whose title, author or address contains a text: the first ones, newest change first. */
export function articleSearchQuery({ articles }: ContentCalls, q: string) {
  return queryOptions({
    queryKey: [...contentKey('articles'), 'search', q],
    queryFn: ({ signal }) => articles({ q, status: 'published', limit: 10, signal }),
    enabled: q !== '',
    gcTime: 0,
  })
}

/** Products, newest change first. */
export function productsQuery({ products }: ContentCalls, { due: _due, ...filters }: ListFilters) {
  return infiniteQueryOptions({
    queryKey: [...contentKey('products'), 'list', filters],
    queryFn: ({ signal, pageParam: cursor }) => products({ ...filters, signal, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** One article with its text. */
export function articleQuery({ article }: ContentCalls, id: string) {
  return queryOptions({
    queryKey: [...contentKey('articles'), 'item', id],
    queryFn: ({ signal }) => article(id, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Versions of an article or product. */
export function contentHistoryQuery(
  { articleHistory, productHistory }: ContentCalls,
  kind: ContentKind,
  id: string,
) {
  const read = kind === 'articles' ? articleHistory : productHistory
  return infiniteQueryOptions({
    queryKey: [...contentKey(kind), 'history', id],
    queryFn: ({ signal, pageParam: cursor }) => read(id, { signal, cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** The passages of a text, as answers would cite them. */
export function previewQuery(
  { previewArticle }: ContentCalls,
  draft: { title: string; language: string | null; body: string },
) {
  return queryOptions({
    queryKey: ['admin', 'content', 'preview', draft],
    queryFn: ({ signal }) => previewArticle(draft, { signal }),
    enabled: draft.body.trim() !== '',
    placeholderData: (previous) => previous,
    gcTime: 0,
  })
}
