import type { PushAdapter } from './adapter.ts'

export const adapter: PushAdapter = {
  name: 'decode only',
  kind: 'push',
  limit: true,
  create() {
    const decoder = new TextDecoder()
    return { push: (chunk) => void decoder.decode(chunk, { stream: true }), end: () => undefined }
  },
}
