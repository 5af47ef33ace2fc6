import { isApiError } from '@org/api-client'

/** Milliseconds before events that broke off are asked for again. */
const pauseMs = 3000

/** Options of {@link followEvents}. */
export interface FollowedEvents<State> {
  /** Opens the stream of states. */
  open: (options: { signal: AbortSignal }) => AsyncIterable<State>
  /** Receives each state. */
  onState: (state: State) => void
  hasEnded: (state: State) => boolean
  /** Called once, after the last state or a refusal. */
  onEnd: () => Promise<void>
}

/**
 * Follows the states of background work until it ends; a connection that breaks is opened again. What the server refuses,
 * such as work that was deleted or a session that has ended, is followed no further.
 *
 * @returns a function that stops following
 */
export function followEvents<State>({ open, onState, hasEnded, onEnd }: FollowedEvents<State>): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves to false when the connection broke, or the server restarts. */
  async function readStates(): Promise<boolean> {
    try {
      for await (const state of open({ signal })) {
        onState(state)
        if (hasEnded(state)) return true
      }
    } catch (error) {
      return isRefused(error)
    }
    return false
  }
  async function follow(): Promise<void> {
    if (await readStates()) await onEnd()
    else if (!signal.aborted) timer = setTimeout(() => void follow(), pauseMs)
  }
  void follow()
  return () => {
    leaving.abort()
    clearTimeout(timer)
  }
}

/** Returns true for an error that another attempt would meet again. */
function isRefused(error: unknown): boolean {
  return isApiError(error) && [401, 403, 404, 410].includes(error.status ?? 0)
}
