import { parseJsonEventStream } from '@ai-sdk/provider-utils'
import { z } from 'zod'
import type { StreamAdapter } from '../../src/sse/adapter.ts'

// The pipeline with which useChat and streamText read an answer: decoder, parser, JSON.parse and a schema (here the
// cheapest) in one.
export const adapter: StreamAdapter = {
  name: '@ai-sdk/provider-utils, with JSON',
  package: '@ai-sdk/provider-utils',
  kind: 'stream',
  json: true,
  async parse(source, onEvent) {
    const reader = parseJsonEventStream({ stream: source, schema: z.unknown() }).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onEvent('message', value.success ? (value.value as { content: string }).content : '', '')
    }
  },
}
