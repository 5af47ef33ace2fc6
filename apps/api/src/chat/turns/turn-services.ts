import type { Db } from '../../db/database.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { SettingsCache } from '../../settings/settings-cache.ts'
import type { AnswerRuntime } from '../answering/answer-runtime.ts'
import { findActiveWidget } from '../../widgets/configurators.store.ts'
import type { Question } from '../question/question.ts'
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

/**
 * Refuses a question whose widget was stopped while the question was taken. Call it once the answer has a place: a stop
 * before that does not find the answer, and a later one does.
 *
 * @throws {HttpError} 404 for a widget that is inactive by now
 */
export async function refuseStoppedWidget(
  { db }: Pick<TurnServices, 'db'>,
  { body }: Question,
): Promise<void> {
  if (typeof body.embed_id !== 'string') return
  if ((await findActiveWidget(db, body.embed_id)) === undefined) throw notFound('Widget not found.')
}
