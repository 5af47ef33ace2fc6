import type { SseAdapter } from './adapter.ts'

const modules = {
  // Those that a bar compares follow one another: what else the machine does meets both.
  ours: './ours.ts',
  'eventsource-parser': '../../peers/sse/eventsource-parser.ts',
  'ours-stream': './ours-stream.ts',
  'eventsource-parser-stream': '../../peers/sse/eventsource-parser-stream.ts',
  'fetch-event-source': '../../peers/sse/fetch-event-source.ts',
  undici: '../../peers/sse/undici.ts',
  'ai-sdk': '../../peers/sse/ai-sdk.ts',
  'decode-only': './decode-only.ts',
} as const

export type SseAdapterId = keyof typeof modules

export const sseAdapterIds = Object.keys(modules) as SseAdapterId[]

/** Loads one parser alone: every one is measured in a process that holds no other. */
export async function loadSseAdapter(id: SseAdapterId): Promise<SseAdapter> {
  const { adapter } = (await import(modules[id])) as { adapter: SseAdapter }
  return adapter
}
