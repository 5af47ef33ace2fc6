// The hooks of Vue are composables: they are called in `setup`.
/* oxlint-disable react-hooks/rules-of-hooks */
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type App, createApp, createSSRApp, defineComponent, effectScope, h, nextTick, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createStore } from '../../src/index.ts'
import {
  provideChatEngine,
  useChatEngine,
  useComposer,
  useConversations,
  useMessage,
  useStore,
  useThread,
} from '../../src/vue.ts'
import { createEchoEngine } from './scripted-chat.ts'

const apps: App[] = []
afterEach(() => {
  for (const app of apps.splice(0)) app.unmount()
  cleanup()
  document.body.innerHTML = ''
})

const Message = defineComponent({
  props: { messageKey: { type: String, required: true } },
  setup: (props) => {
    const message = useMessage(() => props.messageKey)
    return () => h('li', message.value?.text)
  },
})

const Chat = defineComponent(() => {
  const { messageKeys, isRunning } = useThread()
  const { text, send, canSend } = useComposer()
  const { state } = useConversations()
  return () => [
    h('h1', state.value.status),
    h(
      'ol',
      messageKeys.value.map((key) => h(Message, { key, messageKey: key })),
    ),
    h('input', {
      value: text.value,
      onInput: ({ target }: Event) => {
        if (target instanceof HTMLInputElement) text.value = target.value
      },
    }),
    h('button', { disabled: !canSend.value, onClick: () => send() }, isRunning.value ? 'Running' : 'Send'),
  ]
})

function open() {
  const chat = createEchoEngine()
  const Page = defineComponent(() => {
    provideChatEngine(chat.engine)
    return () => h(Chat)
  })
  return { ...chat, Page }
}

function mount(Page: Parameters<typeof createApp>[0]) {
  const root = document.body.appendChild(document.createElement('div'))
  const app = createApp(Page)
  apps.push(app)
  app.mount(root)
  return root
}

it('is a chat that starts, sends and streams', async () => {
  const { Page, release } = open()
  const root = mount(Page)
  await expect.poll(() => root.querySelector('h1')?.textContent).toBe('ready')
  const input = root.querySelector('input')
  if (input === null) throw new Error('There is no input.')
  input.value = 'Hello?'
  input.dispatchEvent(new Event('input'))
  await nextTick()
  root.querySelector('button')?.click()
  await expect.poll(() => root.querySelector('ol')?.textContent).toBe('Hello?You said: ')
  expect(root.querySelector('button')?.textContent).toBe('Running')
  expect(input.value).toBe('')
  release()
  await expect.poll(() => root.querySelector('ol')?.textContent).toBe('Hello?You said: Hello?')
  await expect.poll(() => root.querySelector('button')?.textContent).toBe('Send')
})

it('renders on a server, where it starts nothing', async () => {
  const { Page, engine } = open()
  expect(await renderToString(createSSRApp(Page))).toContain('idle')
  expect(engine.conversations.get().status).toBe('idle')
})

it('follows another store when its getter does, and none after its scope', () => {
  const [one, two] = [createStore('one'), createStore('two')]
  const isSecond = ref(false)
  const scope = effectScope()
  const value = scope.run(() => useStore(() => (isSecond.value ? two : one)))
  expect(value?.value).toBe('one')
  isSecond.value = true
  expect(value?.value).toBe('two')
  one.set('one, later')
  two.set('two, later')
  expect(value?.value).toBe('two, later')
  scope.stop()
  two.set('two, too late')
  expect(value?.value).toBe('two, later')
})

it('names what is missing without an engine', () => {
  const app = createApp({ setup: () => (useChatEngine(), () => null) })
  app.config.warnHandler = () => undefined
  expect(() => app.mount(document.createElement('div'))).toThrow('useChatEngine needs provideChatEngine')
})
