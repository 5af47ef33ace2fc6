/** Called for each parsed event; the last event id persists from event to event. */
export type OnEvent = (type: string, data: string, lastEventId: string) => void

interface Adapter {
  readonly name: string
  /** The package whose version the report names. */
  readonly package?: string
  /** Hands on what `JSON.parse` made of the data: only comparable where the data is JSON. */
  readonly json?: boolean
  /** No parser at all: what the work cannot cost less than. */
  readonly limit?: boolean
}

/** Bytes are pushed in, events come out of a callback. */
export interface PushAdapter extends Adapter {
  readonly kind: 'push'
  create(onEvent: OnEvent): { push(chunk: Uint8Array<ArrayBuffer>): void; end(): void }
}

/** A stream of bytes goes in. */
export interface StreamAdapter extends Adapter {
  readonly kind: 'stream'
  parse(source: ReadableStream<Uint8Array<ArrayBuffer>>, onEvent: OnEvent): Promise<void>
}

export type SseAdapter = PushAdapter | StreamAdapter

/** Gives chunks to a parser the way its kind takes them. */
export async function feed(
  adapter: SseAdapter,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  onEvent: OnEvent,
): Promise<void> {
  if (adapter.kind === 'stream') return adapter.parse(streamOf(chunks), onEvent)
  const parser = adapter.create(onEvent)
  for (const chunk of chunks) parser.push(chunk)
  parser.end()
}

function streamOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[next++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 16 },
  )
}
