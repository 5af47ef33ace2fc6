import type { AnswerEvent, ChatTransport, MessagePart, ThreadMessage } from '@org/chat-engine'

type Unnumbered = AnswerEvent extends infer Event
  ? Event extends { seq: number }
    ? Omit<Event, 'seq'>
    : never
  : never

/** One source, which answers of the demo refer to as `[1]`. */
export const source = { number: 1, title: 'Magnesium and sleep', url: 'https://example.com/magnesium' }

const createdAt = '2026-01-05T10:00:00Z'

function stored(
  id: string,
  role: ThreadMessage['role'],
  content: string,
  parentId: string | null,
): ThreadMessage {
  return {
    id,
    role,
    content,
    parentId,
    createdAt,
    feedback: null,
    status: 'complete',
    images: [],
    citations: role === 'assistant' ? [source] : [],
  }
}

const step = { input: null, output: null, error: null } as const

/** Parts of an answer that reasons, searches, and asks before it books. */
export const answerParts: readonly MessagePart[] = [
  { type: 'reasoning', id: 'r1', text: 'They want to sleep. I look for rooms, then book one.' },
  {
    ...step,
    type: 'tool',
    id: 't1',
    name: 'search',
    state: 'output-available',
    input: { query: 'quiet rooms' },
    output: ['Room 4'],
  },
  { type: 'text', text: 'Room 4 is quiet.' },
  { type: 'source', id: 's1', url: 'https://example.com/rooms', title: 'Our rooms' },
  {
    type: 'file',
    id: 'f1',
    mimeType: 'application/pdf',
    url: 'https://example.com/plan.pdf',
    name: 'Plan.pdf',
  },
  {
    ...step,
    type: 'tool',
    id: 't2',
    name: 'book',
    state: 'approval-requested',
    input: { room: 4 },
    approval: { id: 'p1', approved: null, reason: 'Booking costs 20 €.' },
  },
]

/** Messages of a conversation whose answer has {@link answerParts}, newest first. */
export const partsMessages: ThreadMessage[] = [
  {
    ...stored('answer-1', 'assistant', 'Room 4 is quiet.', 'user-1'),
    citations: [],
    parts: answerParts,
  },
  stored('user-1', 'user', 'Find me a quiet room and book it.', null),
]

/** Answer of every new question, in the order of its events. */
export const answerEvents: readonly Unnumbered[] = [
  { type: 'message-started', userId: 'user-2', assistantId: 'answer-2', conversationId: 'new' },
  { type: 'citations-replaced', citations: [source] },
  { type: 'text-delta', text: 'Take it in the evening [1].' },
  { type: 'suggestions-replaced', suggestions: ['How much of it?'] },
  { type: 'stream-end' },
]

/**
 * Creates a transport without a network: a signed-in person with one conversation, whose questions all get the same
 * answer.
 */
export function createDemoTransport(methods: Partial<ChatTransport> = {}): ChatTransport {
  const first = { id: 'first', title: 'Sleep', createdAt, updatedAt: createdAt }
  return {
    listConversations: async () => ({ items: [first], nextCursor: null }),
    createConversation: async (title) => ({ ...first, id: 'new', title }),
    getConversation: async (id) => ({ ...first, id, activeStreamId: null }),
    renameConversation: async () => undefined,
    deleteConversation: async () => undefined,
    listMessages: async () => ({
      items: [
        stored('answer-1', 'assistant', 'Magnesium may help [1].', 'user-1'),
        stored('user-1', 'user', 'Does magnesium help?', null),
      ],
      nextCursor: null,
    }),
    send: async () => ({ streamId: 'stream-1', events: numbered(answerEvents) }),
    reconnect: async () => null,
    stop: async () => undefined,
    anonStatus: async () => ({ blocked: false }),
    sendFeedback: async () => undefined,
    ...methods,
  }
}

/** Numbers events from 1. */
export async function* numbered(events: Iterable<Unnumbered>): AsyncGenerator<AnswerEvent> {
  let seq = 0
  for (const event of events) yield { ...event, seq: (seq += 1) }
}
