import type { Db } from '../../db/database.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { SettingsCache } from '../../settings/settings-cache.ts'
import type { AnswerRuntime } from '../answering/answer-runtime.ts'
import type { StreamLog } from '../streams/stream-log.ts'

/** Dependencies of a turn. */
export interface TurnServices {
  db: Db
  clock: Clock
  streams: StreamLog
  settings: SettingsCache
  answers: Pick<AnswerRuntime, 'accepting' | 'open'>
}

/** @throws {HttpError} 503 while the server stops */
export function refuseWhileStopping({ accepting }: Pick<AnswerRuntime, 'accepting'>): void {
  if (accepting) return
  throw new HttpError('unavailable', 'The server is restarting. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
