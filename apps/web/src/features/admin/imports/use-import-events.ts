import { createImportCalls } from '@org/api-client'
import type { ImportCalls } from '@org/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
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
  const calls = useCalls(createImportCalls)
  const queryClient = useQueryClient()
  useEffect(
    () => (importId === null ? undefined : followImport(importId, calls, queryClient)),
    [importId, calls, queryClient],
  )
}

/** Follows an import; the returned function ends it. */
function followImport(importId: string, calls: ImportCalls, queryClient: QueryClient): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  async function follow(): Promise<void> {
    const isDone = await readEvents(importId, { calls, queryClient, signal })
    if (isDone) await readAgain(queryClient)
    else if (!signal.aborted) timer = setTimeout(() => void follow(), pauseMs)
  }
  void follow()
  return () => {
    leaving.abort()
    clearTimeout(timer)
  }
}

/** Puts each state into the list; false when the connection broke, or the server restarts. */
async function readEvents(
  importId: string,
  { calls, queryClient, signal }: { calls: ImportCalls; queryClient: QueryClient; signal: AbortSignal },
): Promise<boolean> {
  try {
    for await (const state of calls.importEvents(importId, { signal })) {
      putImport(queryClient, state)
      if (state.status === 'done') return true
    }
  } catch {
    // The caller follows it again.
  }
  return false
}

async function readAgain(queryClient: QueryClient): Promise<void> {
  const keys = [importsKey, contentKey('articles'), contentKey('products')]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
