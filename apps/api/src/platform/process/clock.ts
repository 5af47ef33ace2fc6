/** Time, as far as the chat needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs something later; the function given back calls it off. */
  after: (ms: number, run: () => void) => () => void
}

/** The machine's clock. What waits on it does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
