import { createSiteCalls } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../shared/services.ts'
import { siteQuery } from '../../shared/site.queries.ts'

const none: readonly string[] = []

/** The hosts from which pictures in answers may load; until the server has told, none: they show as links. */
export function useImageHosts(): readonly string[] {
  const { data } = useQuery(siteQuery(useCalls(createSiteCalls)))
  return data?.imageHosts ?? none
}
