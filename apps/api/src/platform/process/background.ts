import type { Logger } from 'pino'

/** Work that goes on after an answer is out, so that nobody waits for it or learns from its time. */
export interface Background {
  /** Starts it; a failure is logged. */
  run: (what: string, task: () => Promise<void>) => void
  /** Resolves when nothing is under way. */
  idle: () => Promise<void>
}

/** Nothing under way. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, task) {
      const work: Promise<void> = task()
        .catch((error: unknown) => log.error({ error, what }, 'background work failed'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
