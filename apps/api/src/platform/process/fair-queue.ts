/** Runs a limited number of tasks at once, and takes the keys of those that wait in turn. */
export interface FairQueue {
  /** @param key the account or address that the task is for */
  run: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>
}

/**
 * Creates a queue in which many tasks of one key delay another key's task by one task at most, besides those that run.
 *
 * @param atOnce tasks that run at the same time
 */
export function createFairQueue(atOnce: number): FairQueue {
  // The next key is the first; a key that has had its turn goes to the end.
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function startNext(): void {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    const [key, tasks] = next
    const start = tasks.shift()
    waiting.delete(key)
    if (tasks.length > 0) waiting.set(key, tasks)
    start?.()
  }

  return {
    async run(key, task) {
      if (running < atOnce) running += 1
      else {
        await new Promise<void>((resolve) => {
          const tasks = waiting.get(key)
          if (tasks === undefined) waiting.set(key, [resolve])
          else tasks.push(resolve)
        })
      }
      try {
        return await task()
      } finally {
        startNext()
      }
    },
  }
}
