import { createMemoryPlaces, createRedisPlaces } from '../limits/places.ts'
import { createUsageLimiter, type UsageLimiter } from '../limits/usage-limiter.ts'
import { HttpError } from '../platform/http-error.ts'
import type { RedisConnection } from '../platform/redis.ts'

/** How much one person may ask. */
export interface ChatAllowance {
  /** Questions within a minute. */
  perMinute: number
  /** Answers under way at once. */
  atOnce: number
  /** Questions within a day. */
  perDay: number
  /** What models read and write for them within a day, in tokens. */
  tokensPerDay: number
}

/** Whoever asks: an account, or the guests of one address. */
export interface Asker {
  key: string
  allowance: ChatAllowance
  /** Whom their questions count for besides: all accounts of their address. */
  within?: Omit<Asker, 'within'>
}

/** Keeps one person from using up what is there for all. */
export interface ChatGate {
  /**
   * Counts a question, before its body is read.
   *
   * @throws {HttpError} 429 with the time until the next one is let through
   */
  count: (asker: Asker) => Promise<void>
  /**
   * Takes a place for an answer; the function given back frees it.
   *
   * @throws {HttpError} 429 when the asker has none left
   */
  enter: (asker: Asker, streamId: string) => Promise<() => void>
  /** Notes the tokens that an answer has cost. */
  spend: (asker: Asker, tokens: number) => Promise<void>
}

const minute = 60
const day = 86_400
// An answer of ours takes a few seconds.
const placeSeconds = 5

const texts = {
  minute: 'Too many questions in a short time. Please wait a moment.',
  day: 'That was the last question for today. Please come back tomorrow.',
  places: 'Several answers are still being written. Please wait for one of them.',
}

/** @param redis what instances share; null where one process counts for itself */
export function createChatGate(redis: RedisConnection | null = null): ChatGate {
  const places = redis === null ? createMemoryPlaces() : createRedisPlaces(redis)
  const limiters = new Map<string, UsageLimiter>()

  function limiter(measure: string, points: number, seconds: number): UsageLimiter {
    const name = `${measure}:${points}`
    const known = limiters.get(name) ?? createUsageLimiter({ name, points, seconds }, redis)
    limiters.set(name, known)
    return known
  }
  const tokens = ({ allowance }: Asker) => limiter('tokens', allowance.tokensPerDay, day)

  return {
    async count(asker) {
      for (const { key, allowance } of everyone(asker)) {
        refuseFor(await tokens({ key, allowance }).wait(key), texts.day)
        refuseFor(await limiter('minute', allowance.perMinute, minute).take(key), texts.minute)
        refuseFor(await limiter('day', allowance.perDay, day).take(key), texts.day)
      }
    },
    async enter(asker, streamId) {
      const entered: string[] = []
      const leave = () => {
        for (const key of entered.splice(0)) void places.leave(key, streamId)
      }
      for (const { key, allowance } of everyone(asker)) {
        if (await places.enter(key, streamId, allowance.atOnce)) {
          entered.push(key)
          continue
        }
        leave()
        throw refusal(texts.places, placeSeconds)
      }
      return leave
    },
    async spend(asker, used) {
      for (const each of everyone(asker)) await tokens(each).add(each.key, used)
    },
  }
}

function everyone(asker: Asker): Asker[] {
  return asker.within === undefined ? [asker] : [asker, asker.within]
}

function refuseFor(ms: number, text: string): void {
  if (ms > 0) throw refusal(text, Math.ceil(ms / 1000))
}

function refusal(text: string, retryAfterSeconds: number): HttpError {
  return new HttpError('rate_limited', text, { retryAfterSeconds })
}
