import { createListCalls, createSiteCalls } from '@org/api-client'
import type { ChatOption } from '@org/ui-kit/engine'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import { siteQuery } from '../../shared/site.queries.ts'
import { authorsQuery, toolsQuery } from './chat.queries.ts'

const none: readonly string[] = []

/** Returns the authors and tools that answers can be limited to; null until they are loaded. */
export function useChatLists(): Record<'authors' | 'tools', readonly ChatOption[] | null> {
  const calls = useCalls(createListCalls)
  const { data: authors = null } = useQuery(authorsQuery(calls))
  const { data: tools = null } = useQuery(toolsQuery(calls))
  return { authors, tools }
}

/** Returns the hosts from which images in answers may load; none until the server has answered: images show as links. */
export function useImageHosts(): readonly string[] {
  const { data } = useQuery(siteQuery(useCalls(createSiteCalls)))
  return data?.imageHosts ?? none
}
