import { type AnswerSettings, toAnswerSettings } from './answer-settings.ts'
import type { Db } from '../db/database.ts'
import type { RedisConnection } from '../platform/process/redis.ts'
import { readSettings } from './settings.store.ts'

/** The master settings, as answers are made with them. */
export interface SettingsCache {
  /** Returns the current settings, at most 15 minutes old. */
  current: () => Promise<AnswerSettings>
  /** After a save: this instance, and every one that shares its Redis, reads them anew. */
  forget: () => Promise<void>
}

/** Options of the cache. */
export interface SettingsCacheOptions {
  db: Db
  /** Milliseconds since 1970. @default the clock */
  now?: () => number
  /** Redis shared by instances. @default none: another instance applies a save when its copy expires */
  redis?: RedisConnection | null
}

/** Specification 2, section 9. */
export const settingsMaxAgeMs = 15 * 60_000

const savesKey = 'llm-settings:saves'

/** Keeps the master settings in memory, so that a question does not ask the database for them. */
export function createSettingsCache({
  db,
  now = Date.now,
  redis = null,
}: SettingsCacheOptions): SettingsCache {
  let kept: { settings: Promise<AnswerSettings>; at: number; saves: string | null } | undefined

  /** Returns the number of saves from Redis: a copy with another number is stale. */
  async function countSaves(): Promise<string | null> {
    if (redis === null) return null
    try {
      return await redis.get(savesKey)
    } catch {
      // It is away: the copy lives out its time.
      return kept?.saves ?? null
    }
  }

  return {
    async current() {
      const saves = await countSaves()
      const isFresh =
        kept !== undefined && kept.saves === saves && Math.abs(now() - kept.at) < settingsMaxAgeMs
      if (kept !== undefined && isFresh) return kept.settings
      const read = { settings: readSettings(db).then(toAnswerSettings), at: now(), saves }
      kept = read
      try {
        return await read.settings
      } catch (error) {
        // A failure is not kept.
        if (kept === read) kept = undefined
        throw error
      }
    },
    async forget() {
      kept = undefined
      try {
        await redis?.incr(savesKey)
      } catch {
        // The others learn of it when their copies have grown old.
      }
    },
  }
}
