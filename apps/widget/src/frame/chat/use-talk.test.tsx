import { type ChatEngine, createChatEngine } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTalk } from './use-talk.ts'

const talks = vi.hoisted((): { engine: ChatEngine | null } => ({ engine: null }))
vi.mock('../widget-context.ts', () => ({ useWidget: () => talks }))

const choice = { authors: [], tools: [] }

/** The box; `act` is what is done when it is on screen as the chat's, before anything else can be. */
function Box({ isPlaced, act }: { isPlaced: boolean; act: (talk: ReturnType<typeof useTalk>) => void }) {
  const talk = useTalk(isPlaced, choice)
  useLayoutEffect(() => {
    if (isPlaced) act(talk)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isPlaced])
  return <textarea readOnly value={talk.text} />
}

describe('in the moment in which the chat takes the box over', () => {
  let root: Root
  let page: HTMLElement
  beforeEach(async () => {
    const storage = createMemoryStorage({ disclaimer: '2025-09-15' })
    talks.engine = createChatEngine({ transport: createScriptedTransport({}), storage })
    await talks.engine.start()
    page = document.createElement('div')
    root = createRoot(page)
  })
  afterEach(() => root.unmount())

  const show = (isPlaced: boolean, act: (talk: ReturnType<typeof useTalk>) => void) =>
    flushSync(() => root.render(<Box isPlaced={isPlaced} act={act} />))
  const text = () => page.querySelector('textarea')?.value

  it('what is written stays', async () => {
    show(false, () => undefined)
    show(true, (talk) => talk.write('How much magnesium?'))
    await vi.waitFor(() => expect(text()).toBe('How much magnesium?'))
  })

  it('what is sent is asked', async () => {
    show(false, () => undefined)
    show(true, (talk) => talk.send('How much magnesium?'))
    const engine = talks.engine
    const questions = () =>
      engine?.conversations.get().items.flatMap(({ key }) => engine.thread(key).get().messageKeys)
    await vi.waitFor(() => expect(questions()).toHaveLength(2))
    expect(text()).toBe('')
  })
})
