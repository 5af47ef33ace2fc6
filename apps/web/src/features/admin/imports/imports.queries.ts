import type { ContentImport, ImportCalls, Page } from '@org/api-client'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

/** Key of the list of imports. */
export const importsKey = ['admin', 'content', 'imports'] as const

/** Imports, newest first. */
export function importsQuery({ imports }: ImportCalls) {
  return infiniteQueryOptions({
    queryKey: importsKey,
    queryFn: ({ signal, pageParam: cursor }) => imports({ signal, cursor, limit: 10 }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Puts the new state of an import into the list. */
export function putImport(queryClient: QueryClient, state: ContentImport): void {
  queryClient.setQueryData<InfiniteData<Page<ContentImport>>>(importsKey, (data) =>
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
