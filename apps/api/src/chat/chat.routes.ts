import { chatLimits, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { countedAddress } from '../auth/attempts.store.ts'
import type { SessionUser } from '../auth/session-user.ts'
import type { AppContext, AppEnv } from '../platform/app-env.ts'
import { serve } from '../platform/contract-route.ts'
import { loginRequired, notFound } from '../platform/http-error.ts'
import { isUuid } from '../platform/ids.ts'
import type { Asker, ChatAllowance } from './chat-gate.ts'
import type { ChatRuntime } from './chat-runtime.ts'
import { ask, type ChatBody } from './chat.service.ts'
import { findStreamMessage } from './chat.store.ts'
import { createEventStreams } from './event-stream-response.ts'
import type { TurnSettings } from './model-answer.ts'

/** A question as it may be asked, and how it is to be answered. */
export interface LimitedQuestion {
  body: ChatBody
  settings: TurnSettings
}

/** What the chat's calls need. */
export interface ChatRoutesOptions {
  runtime: ChatRuntime
  /** Whether visitors must sign in to chat, of a widget or of the site itself. */
  isAnonymousBlocked: (embedId: string | undefined) => boolean | Promise<boolean>
  allowances: { user: ChatAllowance; guest: ChatAllowance; address: ChatAllowance }
  /**
   * Holds a question to what the widget allows that it is asked in, and says how it is to be answered.
   *
   * @throws {HttpError} 404 for an unknown widget, 403 for what it does not offer
   */
  askInWidget: (body: ChatBody, embedId: string) => Promise<LimitedQuestion>
  /**
   * Holds a question to what the person may use who asks it.
   *
   * @param chosen the question as it was asked, before its widget's limits
   * @throws {HttpError} 403 for what they may not use
   */
  askAsUser: (question: LimitedQuestion, chosen: ChatBody, user: SessionUser) => Promise<LimitedQuestion>
}

/** Serves POST /api/chat, its streams, and the anonymous status. */
export function mountChat(
  app: Hono<AppEnv>,
  { runtime, isAnonymousBlocked, allowances, askInWidget, askAsUser }: ChatRoutesOptions,
): void {
  const { streams } = runtime
  const respondWithEvents = createEventStreams(runtime.clock)

  serve(app, routes.anonStatus, async (_c, { query }) => ({
    blocked: await isAnonymousBlocked(query.embed_id),
  }))

  serve(
    app,
    routes.chat,
    async (c, { body, user }) => {
      if (user === null && (await isAnonymousBlocked(body.embed_id ?? undefined))) throw loginRequired()
      const { embed_id: embedId } = body
      const inWidget = typeof embedId === 'string' ? await askInWidget(body, embedId) : { body, settings: {} }
      const limited = user === null ? inWidget : await askAsUser(inWidget, body, user)
      const asked = { ...limited, address: c.get('clientAddress') }
      return (await streamFrom(c, await ask(runtime, askerOf(c, user), user, asked), 0)) ?? c.body(null, 204)
    },
    {
      maxBytes: chatLimits.bodyBytes,
      async admit(c, user) {
        if (user === null && (await isAnonymousBlocked(undefined))) throw loginRequired()
        await runtime.gate.count(askerOf(c, user))
      },
    },
  )

  serve(app, routes.resumeStream, async (c, { user }) => {
    const id = c.req.param('stream_id') ?? ''
    const state = isUuid(id) ? await streams.state(id) : undefined
    if (state === undefined && isUuid(id) && (await wasOwnStream(id, user))) return c.body(null, 204)
    if (state === undefined || !mayRead(state.ownerId, user)) throw notFound('Stream not found.')
    const after = lastEventId(c)
    if (state.ended && after >= state.lastId) return c.body(null, 204)
    return (await streamFrom(c, id, after)) ?? c.body(null, 204)
  })

  serve(app, routes.stopStream, async (c, { user }) => {
    const id = c.req.param('stream_id') ?? ''
    const state = isUuid(id) ? await streams.state(id) : undefined
    if (state === undefined && isUuid(id) && (await wasOwnStream(id, user))) return { ok: true }
    if (state === undefined || !mayRead(state.ownerId, user)) throw notFound('Stream not found.')
    await streams.stop(id, 'user')
    return { ok: true }
  })

  function askerOf(c: AppContext, user: SessionUser | null): Asker {
    const address = countedAddress(c.get('clientAddress'))
    const within = { key: `address ${address}`, allowance: allowances.address }
    return user === null
      ? { key: `guest ${address}`, allowance: allowances.guest, within }
      : { key: `user ${user.id}`, allowance: allowances.user, within }
  }

  async function streamFrom(c: AppContext, streamId: string, after: number): Promise<Response | undefined> {
    const reader = await streams.read(streamId, after)
    return reader && respondWithEvents(c, streamId, reader)
  }

  /** Whether a stream that the log has forgotten carried an answer of this person. */
  async function wasOwnStream(id: string, user: SessionUser | null): Promise<boolean> {
    return user !== null && (await findStreamMessage(runtime.db, user.id, id)) !== undefined
  }
}

function mayRead(ownerId: string | null, user: SessionUser | null): boolean {
  return ownerId === null || ownerId === user?.id
}

function lastEventId(c: AppContext): number {
  const value = Number(c.req.header('last-event-id') ?? 0)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
