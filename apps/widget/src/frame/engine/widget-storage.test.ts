import { createChatEngine } from '@org/chat-engine'
import { createScriptedTransport, httpFailure } from '@org/chat-engine/testing'
import { beforeEach, expect, it } from 'vitest'
import { widgetStorage } from './widget-storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const guest = JSON.stringify({
  version: 1,
  conversations: [
    {
      key: 'k',
      name: 'Sleep',
      createdAt: null,
      updatedAt: null,
      messages: [{ key: 'q', role: 'user', text: 'What helps me sleep?', parent: null }],
      shown: ['q'],
      streamId: null,
    },
  ],
})
const options = (cfg: string, conversations: 'multi' | 'single' = 'multi') =>
  widgetStorage(cfg, { requireDisclaimer: true, config: { conversations } })

async function titlesIn(cfg: string, conversations?: 'multi' | 'single') {
  const transport = createScriptedTransport({ listConversations: () => httpFailure(401) })
  const engine = createChatEngine({ transport, ...options(cfg, conversations) })
  await engine.start()
  return engine.conversations.get().items.map(({ title }) => title)
}

it.each([
  ['acme', 'org.widget.acme.org.guest'],
  ['', 'org.widget.org.guest'],
])('a guest of an earlier version keeps the conversations of widget "%s"', async (cfg, key) => {
  localStorage.setItem(key, guest)
  expect(await titlesIn(cfg)).toEqual(['Sleep'])
  expect(localStorage.getItem(key)).toBeNull()
  expect(await titlesIn(cfg)).toEqual(['Sleep'])
  expect(await titlesIn('other')).toEqual(['New chat'])
})

it('moves a single-use conversation within its tab', async () => {
  sessionStorage.setItem('org.widget.acme.org.guest', guest)
  expect(await titlesIn('acme', 'single')).toEqual(['Sleep'])
  expect(localStorage.getItem('org.widget.acme.guest')).toBeNull()
})

it('moves drafts and unsent questions, and overwrites nothing', () => {
  localStorage.setItem('org.widget.acme.org.drafts', '{"new":"earlier"}')
  localStorage.setItem('org.widget.acme.org.outbox', '{}')
  localStorage.setItem('org.widget.acme.outbox', '{"own":{}}')
  options('acme')
  expect(localStorage.getItem('org.widget.acme.drafts')).toBe('{"new":"earlier"}')
  expect(localStorage.getItem('org.widget.acme.outbox')).toBe('{"own":{}}')
})

it('all widgets and the site share the disclaimer', () => {
  localStorage.setItem('disclaimer', '2025-09-15')
  const transport = createScriptedTransport()
  const isOpen = (conversations: 'multi' | 'single') =>
    createChatEngine({ transport, ...options('acme', conversations) }).disclaimer.get().acknowledged
  expect([isOpen('multi'), isOpen('single')]).toEqual([true, true])
})
