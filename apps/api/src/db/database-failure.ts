// Driver errors that have a message but no code: no free connection in time, a broken connection, a cancelled statement.
const driversWords =
  /connection (?:timeout|terminated)|timeout expired|connection error and is not queryable|timeout exceeded when trying to connect|query read timeout/iu

/**
 * Returns whether the database was unreachable, had no free connection, or was too slow: a later retry
 * may well succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  // drizzle wraps what the driver threw.
  const items = error instanceof Error ? [error, error.cause] : []
  return items.some((item) => item instanceof Error && (isAwayCode(item) || driversWords.test(item.message)))
}

// Class 08, 57P, 53 (no disk, memory or connection left) and 57014 (a statement took too long) are PostgreSQL's, the
// others the socket's; EMFILE and ENFILE are a process or machine that can open none.
function isAwayCode(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined
  return (
    typeof code === 'string' &&
    /^(?:08|53|57P0|57014)|^E(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|MFILE|NFILE)$/u.test(code)
  )
}
