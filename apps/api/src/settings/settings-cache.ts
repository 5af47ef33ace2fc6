import { type AnswerSettings, toAnswerSettings } from './answer-settings.ts'
import type { Db } from '../db/database.ts'
import type { RedisConnection } from '../platform/process/redis.ts'
import { newId } from '../platform/process/ids.ts'
import { readSettings } from './settings.store.ts'
import { type RunningTrial, readRunningTrial, sideOf, variantOf } from './running-trial.ts'

/** The settings that answer one visitor. */
export interface VisitorSettings {
  settings: AnswerSettings
  /** The side of the running trial, as outcome records name it; null without a trial. */
  variant: string | null
}

/** The master settings, as answers are made with them. */
export interface SettingsCache {
  /** Returns the published settings, at most 15 minutes old. */
  current: () => Promise<AnswerSettings>
  /**
   * Returns the settings for a visitor of a widget: those of the draft on trial for its share of the visitors.
   *
   * @param visitor id of the visitor; undefined on the site itself, where no draft is tried
   */
  forVisitor: (visitor: string | undefined) => Promise<VisitorSettings>
  /** After a save, and a start or end of a trial: this instance, and every one that shares its Redis, reads them anew. */
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

interface CachedSettings {
  published: AnswerSettings
  trial: RunningTrial | null
}

async function readBoth(db: Db): Promise<CachedSettings> {
  const [published, trial] = await Promise.all([readSettings(db), readRunningTrial(db)])
  return { published: toAnswerSettings(published), trial }
}

/** Its value is new after each save, and repeats none of before a restart of Redis, as a number of saves would. */
const versionKey = 'llm-settings:version'

/** Keeps the master settings in memory, so that a question does not ask the database for them. */
export function createSettingsCache({
  db,
  now = Date.now,
  redis = null,
}: SettingsCacheOptions): SettingsCache {
  let kept: { settings: Promise<CachedSettings>; at: number; version: string | null } | undefined

  /** True after a save that could not be announced: Redis was unreachable for this instance, maybe not for others. */
  let isUnannounced = false

  /** Gives the copies of all instances another version. */
  async function announce(): Promise<void> {
    isUnannounced = true
    await redis?.set(versionKey, newId())
    isUnannounced = false
  }

  /** Returns the version from Redis: a copy of another version is stale. */
  async function readVersion(): Promise<string | null> {
    if (redis === null) return null
    try {
      if (isUnannounced) await announce()
      return await redis.get(versionKey)
    } catch {
      // Redis is unreachable: the copy is used until it expires.
      return kept?.version ?? null
    }
  }

  async function read(): Promise<CachedSettings> {
    const version = await readVersion()
    const isFresh =
      kept !== undefined && kept.version === version && Math.abs(now() - kept.at) < settingsMaxAgeMs
    if (kept !== undefined && isFresh) return kept.settings
    const reading = { settings: readBoth(db), at: now(), version }
    kept = reading
    try {
      return await reading.settings
    } catch (error) {
      // A failure is not kept.
      if (kept === reading) kept = undefined
      throw error
    }
  }

  return {
    current: async () => (await read()).published,
    async forVisitor(visitor) {
      const { published, trial } = await read()
      if (visitor === undefined || trial === null) return { settings: published, variant: null }
      const side = sideOf(trial, visitor)
      return {
        settings: side === 'draft' ? trial.settings : published,
        variant: variantOf(trial.id, side),
      }
    },
    async forget() {
      kept = undefined
      try {
        await announce()
      } catch {
        // The next read announces it, as soon as Redis is reachable. Without one, copies of other instances expire.
      }
    },
  }
}
