import { createChatEngine, createStore, type ChatEngine } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { ChatProvider, createChatView } from '@org/ui-kit/engine'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLateEngine } from '../engine/late-engine.ts'
import { createHostBridge } from '../host/host-bridge.ts'
import { createWidgetApi, defaultLists } from '../session/services.ts'
import { WidgetContext } from '../widget-context.ts'
import { WidgetThread } from './chat-parts.tsx'

const engines: ChatEngine[] = []
const starters = ['Do you ship to Malta?', 'Which tea is gentle?', 'How long does it steep?']

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
  )
})
afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose()
  vi.unstubAllGlobals()
})

/** The messages of a widget after a starter question that its content does not cover. */
async function askUncovered({ handover = false, suggestions = [] as string[] } = {}) {
  const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  const transport = createScriptedTransport()
  const engine = createChatEngine({ transport, storage })
  engines.push(engine)
  await engine.start()
  const { config } = defaultLists
  const services = {
    api: createWidgetApi('cfg', undefined),
    bridge: createHostBridge(window),
    config: {
      ...defaultLists,
      config: { ...config, handover, appearance: { ...config.appearance, starters } },
      requireDisclaimer: false,
    },
    late: createLateEngine({ storage }),
    engine,
    handover: createStore(false),
  }
  render(
    <WidgetContext value={services}>
      <ChatProvider engine={engine} view={createChatView()} compact>
        <WidgetThread shown />
      </ChatProvider>
    </WidgetContext>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Do you ship to Malta?' }))
  await waitFor(() => expect(transport.streams).toHaveLength(1))
  transport
    .lastStream()
    .push(
      { type: 'text-delta', text: 'The knowledge base does not cover this question.' },
      { type: 'outcome-decided', outcome: 'uncovered' },
      ...(suggestions.length === 0 ? [] : [{ type: 'suggestions-replaced' as const, suggestions }]),
      { type: 'stream-end' },
    )
  return { transport }
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

it('offers the other starter questions below an answer that suggests none', async () => {
  const { transport } = await askUncovered()
  const list = await screen.findByRole('list', { name: 'Questions to start with' })
  expect(list.textContent).toBe('Which tea is gentle?How long does it steep?')
  fireEvent.click(screen.getByRole('button', { name: 'Which tea is gentle?' }))
  await waitFor(() => expect(transport.questions.at(-1)?.text).toBe('Which tea is gentle?'))
})

it('offers a person where the widget has a hand-over', async () => {
  await askUncovered({ handover: true })
  expect(await screen.findByRole('button', { name: 'Talk to a person' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Questions to start with' })).toBeNull()
})

it('shows the suggested questions alone where there are some', async () => {
  await askUncovered({ suggestions: ['What does oolong contain?'] })
  expect(await screen.findByRole('button', { name: 'What does oolong contain?' })).toBeTruthy()
  expect(buttons()).not.toContain('Which tea is gentle?')
})
