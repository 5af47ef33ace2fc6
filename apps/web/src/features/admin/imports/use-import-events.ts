import { createImportCalls } from '@org/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { contentKey } from '../knowledge/content.queries.ts'
import { importsKey, putImport } from './imports.queries.ts'

/** Milliseconds before events that broke off are asked for again. */
const pauseMs = 3000

/**
 * Follows an import until it is done, and has the lists of content read again then.
 *
 * @param importId null: none is followed
 */
export function useImportEvents(importId: string | null): void {
  const { importEvents } = useCalls(createImportCalls)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (importId === null) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      try {
        for await (const state of importEvents(importId, { signal })) {
          putImport(queryClient, state)
          if (state.status !== 'done') continue
          await Promise.all(
            [importsKey, contentKey('articles'), contentKey('products')].map((queryKey) =>
              queryClient.invalidateQueries({ queryKey }),
            ),
          )
          return
        }
      } catch {
        // The connection broke, or the server restarts.
      }
      if (!signal.aborted) timer = setTimeout(() => void follow(), pauseMs)
    }
    void follow()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [importId, importEvents, queryClient])
}
