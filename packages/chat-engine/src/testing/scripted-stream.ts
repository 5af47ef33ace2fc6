import type { ChatEvent, ChatStream, SequencedChatEvent } from '@org/api-client'

/** A stream whose events a test sends when it likes. */
export interface ScriptedStream extends ChatStream {
  /** Sends events, numbered on from the last. */
  push: (...events: ChatEvent[]) => void
  /** Sends events with numbers of their own. */
  replay: (...events: SequencedChatEvent[]) => void
  /** The connection closes. */
  close: () => void
  /** The connection breaks. */
  fail: (error?: Error) => void
}

export function createScriptedStream(streamId: string | null = 'stream-1', afterSeq = 0): ScriptedStream {
  const queue: (SequencedChatEvent | Error | null)[] = []
  let wake: () => void = () => undefined
  let seq = afterSeq

  function enqueue(entry: SequencedChatEvent | Error | null) {
    queue.push(entry)
    wake()
  }

  async function* read(): AsyncGenerator<SequencedChatEvent> {
    for (;;) {
      const entry = queue.shift()
      if (entry === null) return
      if (entry instanceof Error) throw entry
      if (entry === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else yield entry
    }
  }

  return {
    streamId,
    events: read(),
    push: (...events) => {
      for (const event of events) {
        seq += 1
        enqueue({ ...event, seq })
      }
    },
    replay: (...events) => {
      for (const event of events) enqueue(event)
    },
    close: () => enqueue(null),
    fail: (error = new Error('The connection broke.')) => enqueue(error),
  }
}
