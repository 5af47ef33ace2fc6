// What the driver says in words alone: no connection came free in time, one broke, or a statement was given up.
const driversWords =
  /connection (?:timeout|terminated)|timeout expired|connection error and is not queryable|timeout exceeded when trying to connect|query read timeout/iu

/**
 * Whether the database could not be reached, had no connection to give, or was too slow: what is asked again later
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
