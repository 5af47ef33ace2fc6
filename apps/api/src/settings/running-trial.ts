import { createHash } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { settingsTrials } from '../db/schema/evaluations.ts'
import { type AnswerSettings, toAnswerSettings } from './answer-settings.ts'
import { defaultLlmSettings } from './master-settings.ts'

/** A draft of the settings that answers a share of the visitors of widgets. */
export interface RunningTrial {
  id: string
  /** Percentage of visitors that the draft answers. */
  share: number
  settings: AnswerSettings
}

/** A side of a trial. */
export type TrialSide = 'draft' | 'published'

/** Reads the running trial; null when none runs. */
export async function readRunningTrial(db: Db): Promise<RunningTrial | null> {
  const { id, share, state, endedAt } = settingsTrials
  const [row] = await db.select({ id, share, state }).from(settingsTrials).where(isNull(endedAt))
  if (row === undefined) return null
  return { ...row, settings: toAnswerSettings({ ...defaultLlmSettings, ...row.state }) }
}

/** Steps of the hash of a visitor: 100 of them are one percent. */
const steps = 10_000

/** Returns the side of a visitor. A visitor stays on it; another trial draws anew. */
export function sideOf({ id, share }: Pick<RunningTrial, 'id' | 'share'>, visitor: string): TrialSide {
  const drawn = createHash('sha256').update(`${id}:${visitor}`).digest().readUInt32BE(0) % steps
  return drawn < (share / 100) * steps ? 'draft' : 'published'
}

/** Name of a side in the records of answers. */
export function variantOf(trialId: string, side: TrialSide): string {
  return `${trialId}:${side}`
}
