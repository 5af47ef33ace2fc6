import { parseStream } from '@org/sse-parser'
import type { StreamAdapter } from './adapter.ts'

export const adapter: StreamAdapter = {
  name: '@org/sse-parser, parseStream',
  kind: 'stream',
  async parse(source, onEvent) {
    for await (const { type, data, lastEventId } of parseStream(source)) onEvent(type, data, lastEventId)
  },
}
