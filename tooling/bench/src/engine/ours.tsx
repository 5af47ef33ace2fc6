import { type ChatEngine, type ChatTransport, createChatEngine, createClock } from '@org/chat-engine'
import { ChatEngineProvider, MessageRows, useMessage, useThread } from '@org/chat-engine/react'
import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Row } from './row.tsx'
import { type MountedThread, plainMessages, type ThreadVariant } from './thread.ts'

type ChatStream = Awaited<ReturnType<ChatTransport['send']>>
type ChatEvent = ChatStream['events'] extends AsyncIterable<infer Event> ? Event : never

/** The whole engine: from an event of the stream, by its frames and stores, to the row on the page. */
export const ours = engineVariant(MessageList)

/** The same with the rows in groups, as the hooks' own component keeps them. */
export const oursInGroups = engineVariant(GroupedList)

function engineVariant(List: ComponentType<{ keys: readonly string[] }>): ThreadVariant {
  return (element, count) => mount(element, count, List)
}

async function mount(
  element: HTMLElement,
  count: number,
  List: ComponentType<{ keys: readonly string[] }>,
): Promise<MountedThread> {
  const events = createEventQueue()
  const frames = createFrameHold()
  const engine = createChatEngine({
    transport: transportOf(count, events.stream),
    clock: { ...createClock(), requestFrame: frames.request },
    disclaimer: { required: false },
  })
  const key = await openThread(engine, count, frames)
  const root = createRoot(element)
  flushSync(() =>
    root.render(
      <ChatEngineProvider engine={engine} autoStart={false}>
        <Thread threadKey={key} List={List} />
      </ChatEngineProvider>,
    ),
  )
  return mounted(engine, root, events, frames)
}

function mounted(
  engine: ChatEngine,
  root: ReturnType<typeof createRoot>,
  events: ReturnType<typeof createEventQueue>,
  frames: ReturnType<typeof createFrameHold>,
): MountedThread {
  return {
    async append(text) {
      events.push(text)
      const draw = await frames.next()
      flushSync(draw)
    },
    unmount() {
      root.unmount()
      engine.dispose()
    },
  }
}

interface ThreadProps {
  threadKey: string
  List: ComponentType<{ keys: readonly string[] }>
}

function Thread({ threadKey, List }: ThreadProps): ReactNode {
  return <List keys={useThread(threadKey)?.messageKeys ?? []} />
}

function MessageList({ keys }: { keys: readonly string[] }): ReactNode {
  return keys.map((key) => <Message key={key} messageKey={key} />)
}

function GroupedList({ keys }: { keys: readonly string[] }): ReactNode {
  return <MessageRows keys={keys}>{(key) => <Message key={key} messageKey={key} />}</MessageRows>
}

function Message({ messageKey }: { messageKey: string }): ReactNode {
  const message = useMessage(messageKey)
  return message === undefined ? null : <Row role={message.role} text={message.text} />
}

/** A conversation with its history there and an answer on its way. */
async function openThread(
  engine: ChatEngine,
  count: number,
  frames: ReturnType<typeof createFrameHold>,
): Promise<string> {
  await engine.start()
  const key = engine.select('conversation')
  const thread = engine.thread(key)
  await until(() => thread.get().messageKeys.length >= count)
  const outcome = engine.send(key, { text: 'And how much of it?' })
  if (outcome !== 'sent') throw new Error(`The question was not sent: ${outcome}.`)
  await until(() => thread.get().run.phase !== 'submitting')
  frames.drawAll()
  return key
}

function transportOf(count: number, stream: ChatStream): ChatTransport {
  const conversation = { id: 'conversation', title: 'Magnesium', createdAt: null, updatedAt: null }
  const messages = plainMessages(count).map(({ key, role, text }) => ({
    id: key,
    parentId: null,
    role,
    content: text,
    toolContext: null,
    images: [],
    createdAt: null,
    status: 'complete' as const,
    feedback: null,
  }))
  const unused = (): never => {
    throw new Error('The benchmark does not call this.')
  }
  return {
    listConversations: async () => ({ items: [conversation], nextCursor: null }),
    getConversation: async () => ({ ...conversation, activeStreamId: null }),
    listMessages: async () => ({ items: messages.toReversed(), nextCursor: null }),
    send: async () => stream,
    anonStatus: async () => ({ blocked: false }),
    createConversation: unused,
    renameConversation: unused,
    deleteConversation: unused,
    reconnect: async () => null,
    stop: async () => undefined,
    sendFeedback: unused,
  }
}

/** A stream whose events the benchmark releases; the first one is available at once. */
function createEventQueue(): { stream: ChatStream; push: (text: string) => void } {
  let seq = 0
  let deliver: ((event: ChatEvent) => void) | null = null
  const waiting: ChatEvent[] = [{ type: 'text-delta', text: 'Some', seq: ++seq }]
  async function* read(): AsyncGenerator<ChatEvent> {
    for (;;) {
      const ready = waiting.shift()
      yield (
        ready ??
          (await new Promise<ChatEvent>((resolve) => {
            deliver = resolve
          }))
      )
    }
  }
  return {
    stream: { streamId: 'stream', events: read() },
    push(text) {
      const event: ChatEvent = { type: 'text-delta', text, seq: ++seq }
      if (deliver === null) waiting.push(event)
      else deliver(event)
      deliver = null
    },
  }
}

/** Animation frames that the benchmark releases. */
function createFrameHold() {
  const held = new Set<() => void>()
  let announce: (() => void) | null = null
  const take = (): (() => void) | undefined => {
    const [first] = held
    if (first !== undefined) held.delete(first)
    return first
  }
  return {
    request: (draw: () => void): (() => void) => {
      held.add(draw)
      announce?.()
      return () => held.delete(draw)
    },
    async next(): Promise<() => void> {
      for (;;) {
        const draw = take()
        if (draw !== undefined) return draw
        await new Promise<void>((resolve) => {
          announce = resolve
        })
      }
    },
    drawAll(): void {
      for (let draw = take(); draw !== undefined; draw = take()) draw()
    },
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (holds()) return
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
  throw new Error('The thread did not come to the state that the benchmark needs.')
}
