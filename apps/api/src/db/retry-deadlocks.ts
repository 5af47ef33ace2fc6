/** Attempts at one transaction. Each deadlock lets another transaction commit, so that few follow each other. */
const mostAttempts = 5

/**
 * Runs a transaction again that the database has ended because it and another one waited for each other.
 *
 * @param run whole transaction: nothing of an attempt that failed is stored
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === mostAttempts || !isDeadlock(error)) throw error
    }
  }
}

/** Returns whether the database ended a transaction because of a deadlock or a conflict of order: a retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  // drizzle wraps what the driver threw.
  const items = error instanceof Error ? [error, error.cause] : []
  return items.some((item) => item instanceof Error && 'code' in item && isDeadlockCode(item.code))
}

const isDeadlockCode = (code: unknown) => code === '40P01' || code === '40001'
