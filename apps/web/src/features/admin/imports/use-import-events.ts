import { createImportCalls } from '@org/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { followEvents } from '../follow-events.ts'
import { contentKey } from '../knowledge/content.queries.ts'
import { importsKey, putImport } from './imports.queries.ts'
import { sourcesKey } from './sources.queries.ts'

/**
 * Follows an import until it is done, and has the lists of content and sources read again then.
 *
 * @param importId null: none is followed
 */
export function useImportEvents(importId: string | null): void {
  const calls = useCalls(createImportCalls)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (importId === null) return undefined
    return followEvents({
      open: (options) => calls.importEvents(importId, options),
      onState: (state) => putImport(queryClient, state),
      hasEnded: ({ status }) => status === 'done',
      onEnd: () => readAgain(queryClient),
    })
  }, [importId, calls, queryClient])
}

async function readAgain(queryClient: QueryClient): Promise<void> {
  const keys = [importsKey, sourcesKey, contentKey('articles'), contentKey('products')]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
