import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { StreamAdapter } from '../../src/sse/adapter.ts'

export const adapter: StreamAdapter = {
  name: 'eventsource-parser/stream',
  package: 'eventsource-parser',
  kind: 'stream',
  async parse(source, onEvent) {
    let lastEventId = ''
    const reader = source
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (value.id !== undefined) lastEventId = value.id
      onEvent(value.event ?? 'message', value.data, lastEventId)
    }
  },
}
