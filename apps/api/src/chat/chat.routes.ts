import { chatLimits, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { SessionUser } from '../platform/http/principal.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { HttpError, loginRequired, notFound } from '../platform/http/http-error.ts'
import { isStreamId, isUuid } from '../platform/process/ids.ts'
import { findStreamMessage } from '../conversations/messages.store.ts'
import { type ChatQuotas, createPrincipals } from './chat-principals.ts'
import { createTakeQuestion, type TakeQuestionOptions } from './take-question.ts'
import { createEventStreams } from './streams/event-stream-response.ts'
import type { StreamState } from './streams/stream-log.ts'

/** Dependencies of the chat calls. */
export interface ChatRoutesOptions extends Omit<TakeQuestionOptions, 'principals'> {
  quotas: ChatQuotas
  /** Returns whether visitors must sign in to chat, in a widget or on the site itself. */
  isAnonymousBlocked: (embedId: string | undefined) => boolean | Promise<boolean>
}

/** Serves POST /api/chat, its streams, and the anonymous status. */
export function mountChat(
  app: Hono<AppEnv>,
  { quotas, isAnonymousBlocked, ...options }: ChatRoutesOptions,
): void {
  const { db, streams, limiter } = options
  const respondWithEvents = createEventStreams(options.clock)
  const principals = createPrincipals(quotas)
  const takeQuestion = createTakeQuestion({ ...options, principals })

  serve(app, routes.anonStatus, async (_c, { query }) => ({
    blocked: await isAnonymousBlocked(query.embed_id),
  }))

  serve(
    app,
    routes.chat,
    async (c, { body, user }) => {
      if (user === null && (await isAnonymousBlocked(body.embed_id ?? undefined))) throw loginRequired()
      const stream = await streamFrom(c, await takeQuestion(c, user, body), 0)
      if (stream !== undefined) return stream
      throw new HttpError('unavailable', 'The service is unavailable. Please try again shortly.', {
        retryAfterSeconds: 1,
      })
    },
    {
      maxBytes: chatLimits.bodyBytes,
      async admit(c, user) {
        if (user === null && (await isAnonymousBlocked(undefined))) throw loginRequired()
        await limiter.count(principals.of(c, user))
      },
    },
  )

  serve(app, routes.resumeStream, async (c, { user }) => {
    const { id, state } = await ownStream(c, user)
    if (state === undefined) return c.body(null, 204)
    const after = lastEventId(c)
    if (state.ended && after >= state.lastId) return c.body(null, 204)
    return (await streamFrom(c, id, after)) ?? c.body(null, 204)
  })

  serve(app, routes.stopStream, async (c, { user }) => {
    const { id, state } = await ownStream(c, user)
    if (state !== undefined) await streams.stop(id, 'user')
    return { ok: true }
  })

  /**
   * Finds the stream of the path.
   *
   * @returns no state for the person's own stream that the log has dropped
   * @throws {HttpError} 404 for an unknown stream, or another person's
   */
  async function ownStream(c: AppContext, user: SessionUser | null): Promise<FoundStream> {
    const id = (c.req.param('stream_id') ?? '').toLowerCase()
    const state = isStreamId(id) ? await streams.state(id) : undefined
    if (state === undefined && isUuid(id) && (await wasOwnStream(id, user))) return { id, state }
    if (state === undefined || !mayRead(state.ownerId, user)) throw notFound('Stream not found.')
    return { id, state }
  }

  async function streamFrom(c: AppContext, streamId: string, after: number): Promise<Response | undefined> {
    const reader = await streams.read(streamId, after)
    return reader && respondWithEvents(c, streamId, reader)
  }

  /** Returns whether a stream that the log has dropped belonged to this person. */
  async function wasOwnStream(id: string, user: SessionUser | null): Promise<boolean> {
    return user !== null && (await findStreamMessage(db, user.id, id)) !== undefined
  }
}

interface FoundStream {
  id: string
  state: StreamState | undefined
}

function mayRead(ownerId: string | null, user: SessionUser | null): boolean {
  return ownerId === null || ownerId === user?.id
}

function lastEventId(c: AppContext): number {
  const value = Number(c.req.header('last-event-id') ?? 0)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
