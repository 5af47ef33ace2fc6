import { context, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../../tests/chat-app.ts'

const exporter = new InMemorySpanExporter()
let test: ChatApp
beforeAll(async () => {
  const spanProcessors = [new SimpleSpanProcessor(exporter)]
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }))
  test = await openChatApp()
})
afterAll(async () => {
  trace.disable()
  context.disable()
  await test.close()
})

it('an answer has spans of its model, tool and search, without a word of the question', async () => {
  await (await test.ask({ text: 'Does private-word help against private-pain?' })).text()
  const spans = exporter.getFinishedSpans()
  const names = spans.map(({ name }) => name)
  expect(names).toContain('execute_tool search_knowledge')
  expect(names).toContain('search knowledge')
  const model = spans.find(({ name }) => name.startsWith('chat '))
  expect(model?.attributes).toMatchObject({ 'gen_ai.operation.name': 'chat' })
  expect(model?.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0)
  const written = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  )
  expect(written).not.toMatch(/private/u)
})
