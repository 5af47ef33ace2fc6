import { createRequire } from 'node:module'
import type { PushAdapter } from '../../src/sse/adapter.ts'

interface Settings {
  eventSourceSettings: { lastEventId: string; origin: string; reconnectionTime: number }
  push(event: { type: string; options: { data?: string } }): void
}

interface EventSourceStream {
  _transform(chunk: Buffer, encoding: 'buffer', done: () => void): void
  on(event: 'error', listener: () => void): void
}

// The parser behind its EventSource: an internal module, taken by its path.
const { EventSourceStream } = createRequire(import.meta.url)(
  '../node_modules/undici/lib/web/eventsource/eventsource-stream.js',
) as { EventSourceStream: new (settings: Settings) => EventSourceStream }

export const adapter: PushAdapter = {
  name: 'undici EventSource',
  package: 'undici',
  kind: 'push',
  create(onEvent) {
    const eventSourceSettings = { lastEventId: '', origin: '', reconnectionTime: 0 }
    const stream = new EventSourceStream({
      eventSourceSettings,
      push: ({ type, options }) => onEvent(type, options.data ?? '', eventSourceSettings.lastEventId),
    })
    stream.on('error', () => undefined)
    const ready = (): void => undefined
    return {
      push: ({ buffer, byteOffset, byteLength }) =>
        stream._transform(Buffer.from(buffer, byteOffset, byteLength), 'buffer', ready),
      end: () => undefined,
    }
  },
}
