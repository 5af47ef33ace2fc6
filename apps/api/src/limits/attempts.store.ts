import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { loginFailures } from '../db/schema/auth.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { createSharedDigest } from './subject-digest.ts'

/** Number of attempts before a lock, whose duration doubles with each further one. */
export interface AttemptRule {
  name: string
  limit: number
  lockMs: number
  /** Attempts are forgotten after this long without another. */
  forgetMs: number
}

/** One thing that is counted: a rule, and whom it is counted for. */
export interface Counter {
  rule: AttemptRule
  subject: string
}

const minute = 60_000
const hourMs = 60 * minute
const longestLockMs = hourMs
const longestForgetMs = 24 * 60 * minute
/** Clocks of instances differ by less, and so does one from before it was corrected. */
const clockSkewMs = minute

/** From one address on one account: a person who mistypes, or a guesser who is held up from the fifth on. */
export const pairRule: AttemptRule = { name: 'pair', limit: 5, lockMs: minute, forgetMs: longestForgetMs }

/** On one account from a browser on which it has signed in before. The other rules do not apply to such a browser. */
export const deviceRule: AttemptRule = {
  name: 'device',
  limit: 5,
  lockMs: minute,
  forgetMs: longestForgetMs,
}

/** Codes of second factors on one account from all unknown browsers. Whoever types one has shown the password before. */
export const factorRule: AttemptRule = { name: 'factor', limit: 5, lockMs: minute, forgetMs: longestForgetMs }

/** Codes of second factors on one account from a browser that has passed the second step before. */
export const factorDeviceRule: AttemptRule = { ...factorRule, name: 'factor-device' }

/** On one account from all unknown browsers: well below the 100 of NIST SP 800-63B-4, section 3.2.2. */
export const accountRule: AttemptRule = {
  name: 'account',
  limit: 50,
  lockMs: 15 * minute,
  forgetMs: longestForgetMs,
}

/** From one address on any account: one password tried on many people. */
export const addressRule: AttemptRule = {
  name: 'address',
  limit: 50,
  lockMs: 5 * minute,
  forgetMs: 60 * minute,
}

/**
 * Refuses when any of the counters is locked. The words and the status are the same whether or not there is
 * such an account.
 *
 * @throws {HttpError} 429 with the time to wait
 */
export async function refuseLocked(db: Db | Transaction, counters: Counter[], now: Date): Promise<void> {
  const keys = await Promise.all(counters.map((counter) => keyOf(db, counter)))
  const rows = await db
    .select({ lockedUntil: loginFailures.lockedUntil })
    .from(loginFailures)
    .where(
      and(
        inArray(loginFailures.key, keys),
        // After the clock was set back, the age of an attempt in the future is unknown: the next attempt counts.
        lte(loginFailures.lastFailureAt, new Date(now.getTime() + clockSkewMs)),
      ),
    )
  const until = Math.max(0, ...rows.map(({ lockedUntil }) => lockedUntil?.getTime() ?? 0))
  if (until <= now.getTime()) return
  throw tooManyAttempts(until - now.getTime())
}

function tooManyAttempts(waitMs: number): HttpError {
  return new HttpError('rate_limited', 'Too many attempts. Please wait and try again.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/**
 * Counts one attempt on each counter.
 *
 * @returns the counters that are locked now
 */
export async function countAttempt(db: Db | Transaction, counters: Counter[], now: Date): Promise<Counter[]> {
  const locked: Counter[] = []
  for (const counter of counters) {
    const { limit, lockMs, forgetMs } = counter.rule
    const stale = sql`${loginFailures.lastFailureAt} < ${new Date(now.getTime() - forgetMs).toISOString()}::timestamptz`
    const failures = sql`(case when ${stale} then 1 else ${loginFailures.failures} + 1 end)`
    const seconds = sql`least(${longestLockMs / 1000}, ${lockMs / 1000} * power(2, least(${failures} - ${limit}, 16)))`
    const [row] = await db
      .insert(loginFailures)
      .values({
        key: await keyOf(db, counter),
        failures: 1,
        lastFailureAt: now,
        lockedUntil: limit <= 1 ? new Date(now.getTime() + lockMs) : null,
      })
      .onConflictDoUpdate({
        target: loginFailures.key,
        set: {
          failures,
          lastFailureAt: now,
          lockedUntil: sql`case when ${failures} >= ${limit} then ${now.toISOString()}::timestamptz + ${seconds} * interval '1 second' end`,
        },
      })
      .returning({ lockedUntil: loginFailures.lockedUntil })
    if (row !== undefined && row.lockedUntil !== null) locked.push(counter)
  }
  return locked
}

/**
 * Counts one request of a kind that only so many may be made of in an hour. The count decides, not what was read before it:
 * requests that arrive at once are counted one after the other.
 *
 * @throws {HttpError} 429 with the time to wait
 */
export async function countHourly(
  db: Db,
  { name, limit, subject }: { name: string; limit: number; subject: string },
  now: Date,
): Promise<void> {
  // By the hour, so that a steady trickle from one office never adds up.
  const hour = Math.floor(now.getTime() / hourMs)
  const end = new Date((hour + 1) * hourMs)
  const rule: AttemptRule = { name, limit, lockMs: end.getTime() - now.getTime(), forgetMs: hourMs }
  const counter = { rule, subject: `${subject} ${hour}` }
  // A refused request writes nothing.
  await refuseLocked(db, [counter], now)
  const [row] = await db
    .insert(loginFailures)
    .values({
      key: await keyOf(db, counter),
      failures: 1,
      lastFailureAt: now,
      lockedUntil: limit <= 1 ? end : null,
    })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: sql`${loginFailures.failures} + 1`,
        lastFailureAt: now,
        lockedUntil: sql`case when ${loginFailures.failures} + 1 >= ${limit} then ${end.toISOString()}::timestamptz end`,
      },
    })
    .returning({ count: loginFailures.failures })
  if (row !== undefined && row.count > limit) throw tooManyAttempts(rule.lockMs)
}

/**
 * Counts one event in the current hour, without a lock.
 *
 * @returns the number of events left before this one, from `limit` down to 1; 0 beyond the limit
 */
export async function countWithinHour(
  db: Db | Transaction,
  { name, limit, subject }: { name: string; limit: number; subject: string },
  now: Date,
): Promise<number> {
  const rule = { name, limit, lockMs: 0, forgetMs: hourMs }
  const key = await keyOf(db, { rule, subject: `${subject} ${Math.floor(now.getTime() / hourMs)}` })
  const [row] = await db
    .insert(loginFailures)
    .values({ key, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: { failures: sql`${loginFailures.failures} + 1`, lastFailureAt: now },
    })
    .returning({ count: loginFailures.failures })
  return row === undefined ? 0 : Math.max(0, limit - row.count + 1)
}

/** Forgets a counter's attempts. */
export async function clearAttempts(db: Db | Transaction, counter: Counter): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.key, await keyOf(db, counter)))
}

/** Drops the counters that no rule looks at any more. */
export async function purgeAttempts(db: Db, now: Date): Promise<void> {
  await db
    .delete(loginFailures)
    .where(lt(loginFailures.lastFailureAt, new Date(now.getTime() - longestForgetMs)))
}

async function keyOf(db: Db | Transaction, { rule, subject }: Counter): Promise<string> {
  return `${rule.name}:${await createSharedDigest(db)(subject)}`
}
