import type { StreamLog, StreamRecord } from '../src/chat/streams/stream-log.ts'

/** A reader of a stream log that can be waited for. */
export interface RecordReader {
  /** Returns the next records; null at the end. */
  next: () => Promise<StreamRecord[] | null>
  /** Everything up to the end. */
  rest: () => Promise<StreamRecord[]>
  close: () => void
}

export async function openRecords(log: StreamLog, id: string, after: number): Promise<RecordReader> {
  const reader = await log.read(id, after)
  if (reader === undefined) throw new Error('There is no such stream.')
  let news = Promise.withResolvers<void>()
  reader.onNews = () => news.resolve()
  async function next(): Promise<StreamRecord[] | null> {
    for (;;) {
      const records = reader?.take() ?? null
      if (records === null || records.length > 0) return records
      await news.promise
      news = Promise.withResolvers<void>()
    }
  }
  return {
    next,
    async rest() {
      const records: StreamRecord[] = []
      for (let piece = await next(); piece !== null; piece = await next()) records.push(...piece)
      return records
    },
    close: () => reader.close(),
  }
}
