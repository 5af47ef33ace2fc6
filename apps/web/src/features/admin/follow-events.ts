/** Milliseconds before events that broke off are asked for again. */
const pauseMs = 3000

/** Options of {@link followEvents}. */
export interface FollowedEvents<State> {
  /** Opens the stream of states. */
  open: (options: { signal: AbortSignal }) => AsyncIterable<State>
  /** Receives each state. */
  onState: (state: State) => void
  hasEnded: (state: State) => boolean
  /** Called once, after the last state. */
  onEnd: () => Promise<void>
}

/**
 * Follows the states of background work until it ends; a connection that breaks is opened again.
 *
 * @returns ends it
 */
export function followEvents<State>({ open, onState, hasEnded, onEnd }: FollowedEvents<State>): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  /** False when the connection broke, or the server restarts. */
  async function readStates(): Promise<boolean> {
    try {
      for await (const state of open({ signal })) {
        onState(state)
        if (hasEnded(state)) return true
      }
    } catch {
      // The caller opens it again.
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
