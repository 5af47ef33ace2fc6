import { createParser } from 'eventsource-parser'
import type { PushAdapter } from '../../src/sse/adapter.ts'

// With a streaming decoder in front, as its README shows for bytes.
export const adapter: PushAdapter = {
  name: 'eventsource-parser',
  package: 'eventsource-parser',
  kind: 'push',
  create(onEvent) {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let lastEventId = ''
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id !== undefined) lastEventId = id
        onEvent(event ?? 'message', data, lastEventId)
      },
      onId(id) {
        lastEventId = id
      },
    })
    return {
      push: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })),
      end() {
        const rest = decoder.decode()
        if (rest !== '') parser.feed(rest)
      },
    }
  },
}
