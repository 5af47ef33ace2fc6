import { createChatEngine, type ChatTransport } from '@org/chat-engine'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDemoTransport } from '../../../tests/demo-transport.ts'
import { downloadConversation, loadWhole } from './download-conversation.ts'

const headings = {
  user: 'You',
  assistant: 'Assistant',
  sources: 'Sources',
  reviewed: (reviewer: string, day: string) => `Reviewed by ${reviewer} on ${day}`,
}
let files: { name: string; blob: Blob }[] = []

beforeEach(() => {
  files = []
  let last: Blob | undefined
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        last = blob
        return 'blob:demo'
      },
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last !== undefined) files.push({ name: this.download, blob: last })
  })
})

afterEach(() => {
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
})

async function opened(methods: Partial<ChatTransport> = {}) {
  const engine = createChatEngine({ transport: createDemoTransport(methods) })
  await engine.start()
  const conversation = engine.conversations.get().items.find(({ id }) => id === 'first')
  if (conversation === undefined) throw new Error('the conversation is missing')
  engine.select(conversation.key)
  await vi.waitFor(() => expect(engine.thread(conversation.key).get().messageKeys).not.toHaveLength(0))
  return { engine, conversation }
}

it('saves a conversation as Markdown, with its references', async () => {
  const { engine, conversation } = await opened()
  await downloadConversation(engine, conversation, { format: 'markdown', headings })
  expect(files[0]?.name).toBe('Sleep.md')
  expect(await files[0]?.blob.text()).toBe(
    '# Sleep\n\n## You\n\nDoes magnesium help?\n\n## Assistant\n\nMagnesium may help [1].\n\nSources\n\n' +
      '[1] Magnesium and sleep (https://example.com/magnesium)\n',
  )
})

it('saves a conversation as JSON, under a name that file systems take', async () => {
  const { engine, conversation } = await opened()
  const titled = { ...conversation, title: ' A/B: "sleep"?\n ' }
  await downloadConversation(engine, titled, { format: 'json', headings })
  await downloadConversation(engine, { ...conversation, title: '///' }, { format: 'json', headings })
  expect(files.map(({ name }) => name)).toEqual(['A B sleep.json', 'conversation.json'])
  const saved: unknown = JSON.parse((await files[0]?.blob.text()) ?? '')
  expect(saved).toMatchObject({
    title: titled.title,
    messages: [
      { id: 'user-1', role: 'user', content: 'Does magnesium help?' },
      { id: 'answer-1', role: 'assistant', citations: [{ number: 1 }] },
    ],
  })
})

it('fails when older messages cannot be loaded', async () => {
  let calls = 0
  const first = createDemoTransport()
  const { engine, conversation } = await opened({
    listMessages: async (id, call) => {
      calls += 1
      if (calls > 1) throw new Error('No connection.')
      return { ...(await first.listMessages(id, call)), nextCursor: 'older' }
    },
  })
  await expect(loadWhole(engine, conversation.key)).rejects.toThrow('Older messages could not be loaded.')
})
