import { listStreaming, markInterrupted } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import type { StreamLog } from '../streams/stream-log.ts'

/** Dependencies of {@link createLostAnswers}. */
export interface LostAnswersOptions {
  db: Db
  streams: StreamLog
  /** Returns whether no other instance uses this database; called when the stream log is not shared. */
  isAlone: () => Promise<boolean>
}

/** Creates a function that marks stored answers as interrupted when no process makes them any more. */
export function createLostAnswers({ db, streams, isAlone }: LostAnswersOptions): () => Promise<void> {
  let missed = new Set<string>()
  return async () => {
    const lost = new Set<string>()
    for (const { id, streamId } of await listStreaming(db)) {
      const state = streamId === null ? undefined : await streams.state(streamId)
      if (state?.ended === false) continue
      // A shared log that was emptied lists running streams again later: only an answer missing twice is lost.
      if (state === undefined && streams.shared && !missed.has(id)) lost.add(id)
      else if (state !== undefined || streams.shared || (await isAlone())) await markInterrupted(db, id)
    }
    missed = lost
  }
}
