import { createMemoryConcurrencyLimiter, createRedisConcurrencyLimiter } from './concurrency-limiter.ts'
import { createProcessDigest, type SubjectDigest } from './subject-digest.ts'
import { createUsageLimiter, type Usage, type UsageLimiter } from './usage-limiter.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { RedisConnection } from '../platform/process/redis.ts'

/** Limits of one principal. */
export interface Quota {
  /** Questions within a minute. */
  perMinute: number
  /** Answers under way at once. */
  atOnce: number
  /** Questions within a day. */
  perDay: number
  /** Tokens that models read and write within a day. */
  tokensPerDay: number
}

/** Whoever asks: an account, or the guests of one address. */
export interface Principal {
  /** Under it, answers that are running are found. */
  key: string
  /** Key of what is counted. @default `key` */
  counter?: string
  quota: Quota
  /** The groups that their questions count for, too: everybody at their address, everybody in their widget. */
  within?: readonly Omit<Principal, 'within'>[]
}

/** A call other than a question, and how often one person may make it. */
export interface LimitedCall {
  name: string
  points: number
  /** Length of the window in seconds. */
  seconds: number
  /** The sentence of the refusal. */
  text: string
}

/** Keeps one person from using up what is there for all. */
export interface AnswerLimiter {
  /**
   * Counts a question, before its body is read.
   *
   * @throws {HttpError} 429 with the time until the next one is let through
   */
  count: (principal: Principal) => Promise<void>
  /**
   * Takes a place for an answer; the function given back frees it.
   *
   * @throws {HttpError} 429 when the principal has none left
   */
  acquire: (principal: Principal, streamId: string) => Promise<() => void>
  /** Ids of the streams of the answers under way for a key, at every instance. */
  running: (key: string) => Promise<string[]>
  /**
   * Counts one use of another expensive call.
   *
   * @returns the uses that are left
   * @throws {HttpError} 429 with the seconds to wait
   */
  use: (call: LimitedCall, key: string) => Promise<Usage>
  /** Notes the tokens that an answer has cost. */
  spend: (principal: Principal, tokens: number) => Promise<void>
}

const minute = 60
const day = 86_400
// An answer of ours takes a few seconds.
const placeSeconds = 5

/**
 * Answers that the tokens of a day always last for, whatever they cost: one counts at most the tenth part. The longest
 * conversation with images takes 300,000 tokens and more, most of what the guests of one address have in a day.
 */
const answersOfAnyCost = 10

const texts = {
  minute: 'Too many questions in a short time. Please wait a moment.',
  day: 'That was the last question for today. Please come back tomorrow.',
  slots: 'Several answers are still being written. Please wait for one of them.',
}

/**
 * @param redis what instances share; null where one process counts for itself
 * @param digest stands for the keys of principals in Redis and in memory; instances that share a Redis share it, too
 */
export function createAnswerLimiter(
  redis: RedisConnection | null = null,
  digest: SubjectDigest = createProcessDigest(),
): AnswerLimiter {
  const slots = redis === null ? createMemoryConcurrencyLimiter() : createRedisConcurrencyLimiter(redis)
  const limiters = new Map<string, UsageLimiter>()

  // One counter for each measure, whatever the quotas are: a widget's budget that changes keeps what was used of it.
  function limiter(name: string, seconds: number): UsageLimiter {
    const known = limiters.get(name) ?? createUsageLimiter({ name, seconds }, redis)
    limiters.set(name, known)
    return known
  }

  return {
    async count(principal) {
      for (const { quota, ...subject } of everyone(principal)) {
        const key = await digest(counterOf(subject))
        refuseFor(await limiter('tokens', day).wait(key, quota.tokensPerDay), texts.day)
        refuseFor(await limiter('minute', minute).take(key, quota.perMinute), texts.minute)
        refuseFor(await limiter('day', day).take(key, quota.perDay), texts.day)
      }
    },
    async acquire(principal, streamId) {
      const entered: string[] = []
      const leave = () => {
        for (const key of entered.splice(0)) void slots.release(key, streamId)
      }
      for (const { key: subject, quota } of everyone(principal)) {
        const key = await digest(subject)
        if (await slots.acquire(key, streamId, quota.atOnce)) {
          entered.push(key)
          continue
        }
        leave()
        throw refusal(texts.slots, placeSeconds)
      }
      return leave
    },
    running: async (key) => slots.taken(await digest(key)),
    async use({ name, points, seconds, text }, key) {
      const usage = await limiter(name, seconds).use(await digest(key), points)
      refuseFor(usage.waitMs, text)
      return usage
    },
    async spend(principal, used) {
      for (const each of everyone(principal)) {
        const most = Math.floor(each.quota.tokensPerDay / answersOfAnyCost)
        await limiter('tokens', day).add(await digest(counterOf(each)), Math.min(used, most))
      }
    },
  }
}

function counterOf({ key, counter = key }: Pick<Principal, 'key' | 'counter'>): string {
  return counter
}

function everyone(principal: Principal): Principal[] {
  return [principal, ...(principal.within ?? [])]
}

function refuseFor(ms: number, text: string): void {
  if (ms > 0) throw refusal(text, Math.ceil(ms / 1000))
}

function refusal(text: string, retryAfterSeconds: number): HttpError {
  return new HttpError('rate_limited', text, { retryAfterSeconds })
}
