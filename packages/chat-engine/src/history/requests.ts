import type { EngineParts } from '../engine-parts.ts'
import type { TransportCall } from '../transport/transport.ts'

/**
 * Makes a request for the messages of a conversation, in place of an earlier one. Resolves to `undefined` when a later
 * request, or `forgetHistory`, makes its result stale.
 */
export async function requestMessages<Result>(
  { context, access, history: { requests } }: EngineParts,
  key: string,
  request: (call: TransportCall) => Promise<Result>,
): Promise<{ result: Result } | { error: unknown } | undefined> {
  requests.get(key)?.abort()
  const controller = new AbortController()
  const { signal } = controller
  requests.set(key, controller)
  // Later loads do not wait for a transport that ignores the signal.
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
  })
  try {
    return await Promise.race([aborted, request({ signal }).then((result) => ({ result }))])
  } catch (error) {
    if (signal.aborted) return undefined
    context.warn('listMessages', error)
    access.noteFailure(error)
    return { error }
  } finally {
    if (requests.get(key) === controller) requests.delete(key)
  }
}
