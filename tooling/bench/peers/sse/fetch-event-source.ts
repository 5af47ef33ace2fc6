// Internal module of fetchEventSource(), imported by its path.
import { getLines, getMessages } from '../node_modules/@microsoft/fetch-event-source/lib/esm/parse.js'
import type { PushAdapter } from '../../src/sse/adapter.ts'

export const adapter: PushAdapter = {
  name: '@microsoft/fetch-event-source',
  package: '@microsoft/fetch-event-source',
  kind: 'push',
  create(onEvent) {
    let lastEventId = ''
    const push = getLines(
      getMessages(
        (id) => {
          lastEventId = id
        },
        () => undefined,
        ({ event, data }) => onEvent(event === '' ? 'message' : event, data, lastEventId),
      ),
    )
    return { push, end: () => undefined }
  },
}
