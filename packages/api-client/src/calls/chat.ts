import type { ProtocolError } from '../chat-events.ts'
import { readChatStream } from '../chat-stream.ts'
import type { ChatStream } from '../chat-stream.ts'
import type { MessageRole } from './conversations.ts'
import { flag, or, shape, toWire } from '../decode.ts'
import type { CallOptions, Http, HttpRequest } from '../http.ts'

/** A question. */
export interface ChatInput {
  text: string
  /** A guest's earlier messages, oldest first. */
  conversation?: readonly { role: MessageRole; content: string }[] | undefined
  authors?: readonly string[] | undefined
  tools?: readonly string[] | undefined
  /** Base64 without a `data:` prefix. */
  images?: readonly { mimeType: string; data: string; name: string }[] | undefined
  conversationId?: string | undefined
  embedId?: string | undefined
  /** A UUID that makes a retry safe. */
  clientMessageId?: string | undefined
  /** The message that this one answers to; null for none, where the first question is asked anew. @default the newest */
  parentId?: string | null | undefined
}

/** Access of visitors to the chat. */
export interface AnonStatus {
  blocked: boolean
}

/** The calls of the chat itself. */
export interface ChatCalls {
  anonStatus: (options?: CallOptions & { embedId?: string }) => Promise<AnonStatus>
  /** Asks a question. Resolves when the answer begins; `signal` also ends its events. */
  chat: (input: ChatInput, options?: CallOptions) => Promise<ChatStream>
  /** Takes up a running answer after the event `afterSeq` (default 0); null when nothing of it is left. */
  resumeStream: (
    streamId: string,
    options?: CallOptions & { afterSeq?: number },
  ) => Promise<ChatStream | null>
  stopStream: (streamId: string, options?: CallOptions) => Promise<void>
  /** Records that a person opened citations, by their numbers, or clicked products, by their names. */
  answerOpened: (
    answerId: string,
    opened: {
      citations?: readonly number[]
      products?: readonly string[]
      /** Ids of clicks in a widget, by which an order of the same visitor names them. */
      clicks?: readonly { id: string; product: string }[]
    },
    options?: CallOptions,
  ) => Promise<void>
}

const decodeAnonStatus = shape<AnonStatus>({ blocked: or(flag, false) })

/** Bytes a millisecond that an upload is granted before it counts as silence: a slow phone's 256 kbit/s. */
const SLOW_UPLOAD = 32

/** Options of {@link createChatCalls}. */
export interface ChatCallsOptions {
  /**
   * Milliseconds that a stream may be silent before its connection counts as lost: three of the server's pings,
   * which come every 15 s. @default 45000
   */
  streamSilenceMs?: number | undefined
  /** Calls back once after `ms`; what it returns prevents it. Measures that silence. @default setTimeout */
  setTimer?: ((callback: () => void, ms: number) => () => void) | undefined
  /** Told of every stream event that was skipped. */
  onProtocolError?: ((error: ProtocolError) => void) | undefined
}

/** The calls of {@link ChatCalls}. */
export function createChatCalls(
  { call, open, tell }: Http,
  { streamSilenceMs = 45_000, setTimer = setPlatformTimer, onProtocolError }: ChatCallsOptions = {},
): ChatCalls {
  const silence = { ms: streamSilenceMs, setTimer }

  /** Opens a stream, and makes of its head what `read` does. Silence ends the call here, too. */
  async function openStream<Result>(
    request: HttpRequest,
    uploadMs: number,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const timeout = new AbortController()
    const cancelTimer = silence.setTimer(() => timeout.abort(), silence.ms + uploadMs)
    const headers = { Accept: 'text/event-stream', ...request.headers }
    try {
      return await read(await open({ ...request, headers, timeout: timeout.signal }))
    } finally {
      cancelTimer()
    }
  }

  return {
    anonStatus: ({ signal, embedId } = {}) =>
      call(decodeAnonStatus, { path: '/api/chat/anon-status', query: { embedId }, signal }),
    chat: ({ images, ...input }, { signal } = {}) => {
      const body = { ...input, images: images?.map(toWire) }
      const bytes = images?.reduce((sum, { data }) => sum + data.length, 0) ?? 0
      const request = { method: 'POST', path: '/api/chat', body, signal }
      return openStream(request, bytes / SLOW_UPLOAD, (response) =>
        readChatStream(response, { signal, silence, onProtocolError }),
      )
    },
    resumeStream: (streamId, { signal, afterSeq = 0 } = {}) => {
      const path = `/api/chat/streams/${encodeURIComponent(streamId)}`
      const headers = { 'Last-Event-ID': String(afterSeq) }
      return openStream({ path, headers, cache: 'no-store', signal }, 0, async (response) =>
        response.status === 204
          ? null
          : readChatStream(response, { afterSeq, streamId, signal, silence, onProtocolError }),
      )
    },
    stopStream: (streamId, { signal } = {}) =>
      tell({
        method: 'POST',
        path: `/api/chat/streams/${encodeURIComponent(streamId)}/stop`,
        body: {},
        signal,
      }),
    answerOpened: (answerId, opened, { signal } = {}) =>
      tell({
        method: 'POST',
        path: `/api/chat/answers/${encodeURIComponent(answerId)}/opened`,
        body: {
          citations: opened.citations ?? [],
          products: opened.products ?? [],
          clicks: opened.clicks ?? [],
        },
        signal,
      }),
  }
}

function setPlatformTimer(callback: () => void, ms: number) {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
