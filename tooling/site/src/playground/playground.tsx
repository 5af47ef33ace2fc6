import { type AnswerEvent, createAnswersOnlyTransport, createChatEngine, createStore } from '@org/chat-engine'
import { ChatEngineProvider, useMessage, useThread } from '@org/chat-engine/react'
import { Answer } from '@org/citations/react'
import { useState, useSyncExternalStore } from 'react'
import { continuationOf, recordings, type Recording } from './recordings.ts'

/** Pause between two events, in ms: a model gives some 40 pieces a second. */
const PIECE_MS = 25

function createPlayground() {
  const log = createStore<readonly AnswerEvent[]>([])
  const transport = createAnswersOnlyTransport({
    send: async ({ text, continues }, { signal }) => {
      const approved = continues?.tools.some(({ approval }) => approval?.approved === true) ?? false
      const events =
        continues === undefined
          ? (recordings.find(({ question }) => question === text)?.events ?? [])
          : continuationOf(approved)
      return { streamId: null, events: play(events, signal) }
    },
  })
  const engine = createChatEngine({
    transport,
    namespace: 'playground',
    onEvent: (event) => log.update((events) => [...events, event].slice(-200)),
  })
  return { engine, log }
}

async function* play(
  events: Recording['events'],
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent> {
  let seq = 0
  for (const event of [...events, { type: 'stream-end' } as const]) {
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS))
    if (signal?.aborted === true) return
    yield { ...event, seq: (seq += 1) }
  }
}

/** Recorded answers, an engine that they are played into, and the events as it receives them. */
export function Playground() {
  const [{ engine, log }] = useState(createPlayground)
  return (
    <ChatEngineProvider engine={engine}>
      <div
        style={{ display: 'grid', gap: '1rem', gridTemplateColumns: 'repeat(auto-fit, minmax(18rem, 1fr))' }}
      >
        <Conversation
          onAsk={(text) => {
            log.set([])
            engine.send(engine.create(), { text })
          }}
        />
        <EventLog log={log} />
      </div>
    </ChatEngineProvider>
  )
}

function Conversation({ onAsk }: { onAsk: (text: string) => void }) {
  const thread = useThread()
  return (
    <section aria-label="Conversation">
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
        {recordings.map(({ question }) => (
          <Press key={question} onPress={() => onAsk(question)}>
            {question}
          </Press>
        ))}
        {thread?.isRunning === true && <Press onPress={thread.stop}>Stop</Press>}
        {thread?.run.phase === 'stopped' && <Press onPress={thread.retry}>Ask again</Press>}
      </p>
      <div role="log">
        {thread?.messageKeys.map((key) => (
          <Message key={key} messageKey={key} />
        ))}
      </div>
    </section>
  )
}

function Message({ messageKey }: { messageKey: string }) {
  const message = useMessage(messageKey)
  const thread = useThread()
  if (message === undefined) return null
  const { role, text, parts, status, citations, products } = message
  if (role === 'user') return <h3>{text}</h3>
  return (
    <>
      {parts.map((part) => {
        if (part.type === 'reasoning') return <details key={`reasoning ${part.id}`}>{part.text}</details>
        if (part.type !== 'tool') return null
        return (
          <p key={`tool ${part.id}`}>
            <code>
              {part.name}: {part.state}
            </code>{' '}
            {part.state === 'approval-requested' && status === 'complete' && (
              <>
                <Press onPress={() => void thread?.approve(messageKey, part.id)}>Allow</Press>{' '}
                <Press onPress={() => void thread?.reject(messageKey, part.id)}>Reject</Press>
              </>
            )}
          </p>
        )
      })}
      <Answer text={text} streaming={status === 'streaming'} citations={citations} products={products} />
    </>
  )
}

function EventLog({ log }: { log: ReturnType<typeof createPlayground>['log'] }) {
  const events = useSyncExternalStore(log.subscribe, log.get, log.get)
  return (
    <section aria-label="Events">
      <pre style={{ maxBlockSize: '30rem', overflow: 'auto', fontSize: '0.75rem' }}>
        {events.map((event) => `${JSON.stringify(event)}\n`)}
      </pre>
    </section>
  )
}

function Press({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      style={{ border: '1px solid var(--vp-c-divider)', borderRadius: 6, padding: '0.25rem 0.75rem' }}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
