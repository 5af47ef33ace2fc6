import { createParser } from '@org/sse-parser'
import type { PushAdapter } from './adapter.ts'

export const adapter: PushAdapter = {
  name: '@org/sse-parser',
  kind: 'push',
  create(onEvent) {
    return createParser({ onEvent: ({ type, data, lastEventId }) => onEvent(type, data, lastEventId) })
  },
}
