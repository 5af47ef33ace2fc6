import { chatLimits, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { EntitlementLists } from '../settings/entitlements.store.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import type { ConfiguratorRow } from '../widgets/configurators.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { HttpError, loginRequired, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import type { Principal, Quota } from '../limits/answer-limiter.ts'
import type { ChatRuntime } from './answering/answer-runtime.ts'
import { ask, askAsGuest, type AskedQuestion } from './turns/turn.service.ts'
import type { StorageQuota } from '../conversations/storage-quota.ts'
import { findStreamMessage } from '../conversations/messages.store.ts'
import { createEventStreams } from './streams/event-stream-response.ts'
import type { ChatBody, LimitedQuestion } from './question/question.ts'
import { readTurn } from './turns/turn.store.ts'

/** Dependencies of the chat calls. */
export interface ChatRoutesOptions {
  runtime: ChatRuntime
  storage: StorageQuota
  /** Returns whether visitors must sign in to chat, in a widget or on the site itself. */
  isAnonymousBlocked: (embedId: string | undefined) => boolean | Promise<boolean>
  allowances: Record<'user' | 'guest' | 'address' | 'widget', Quota>
  /** The widget of an id, if visitors may use it. */
  findWidget: (embedId: string) => Promise<ConfiguratorRow | undefined>
  /** Id of the widget whose valid embed token came with the request. */
  widgetOfToken: (c: AppContext) => Promise<string | undefined>
  /**
   * Holds a question to what the widget allows that it is asked in, and says how it is to be answered.
   *
   * @throws {HttpError} 403 for what it does not offer
   */
  askInWidget: (body: ChatBody, widget: ConfiguratorRow) => LimitedQuestion
  /**
   * Holds a question to what the person may use who asks it.
   *
   * @param chosen the question as it was asked, before its widget's limits
   * @param entitlements null when nothing is kept about them
   * @throws {HttpError} 403 for what they may not use
   */
  askAsUser: (
    question: LimitedQuestion,
    chosen: ChatBody,
    entitlements: EntitlementLists | null,
  ) => Promise<LimitedQuestion>
}

/** Serves POST /api/chat, its streams, and the anonymous status. */
export function mountChat(
  app: Hono<AppEnv>,
  {
    runtime,
    storage,
    isAnonymousBlocked,
    allowances,
    findWidget,
    widgetOfToken,
    askInWidget,
    askAsUser,
  }: ChatRoutesOptions,
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
      const streamId = user === null ? await askedByGuest(c, body) : await askedByUser(c, user, body)
      const stream = await streamFrom(c, streamId, 0)
      if (stream !== undefined) return stream
      throw new HttpError('unavailable', 'The service is unavailable. Please try again shortly.', {
        retryAfterSeconds: 1,
      })
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
    const id = (c.req.param('stream_id') ?? '').toLowerCase()
    const state = isUuid(id) ? await streams.state(id) : undefined
    if (state === undefined && isUuid(id) && (await wasOwnStream(id, user))) return c.body(null, 204)
    if (state === undefined || !mayRead(state.ownerId, user)) throw notFound('Stream not found.')
    const after = lastEventId(c)
    if (state.ended && after >= state.lastId) return c.body(null, 204)
    return (await streamFrom(c, id, after)) ?? c.body(null, 204)
  })

  serve(app, routes.stopStream, async (c, { user }) => {
    const id = (c.req.param('stream_id') ?? '').toLowerCase()
    const state = isUuid(id) ? await streams.state(id) : undefined
    if (state === undefined && isUuid(id) && (await wasOwnStream(id, user))) return { ok: true }
    if (state === undefined || !mayRead(state.ownerId, user)) throw notFound('Stream not found.')
    await streams.stop(id, 'user')
    return { ok: true }
  })

  async function askedByGuest(c: AppContext, body: ChatBody): Promise<string> {
    const widget = typeof body.embed_id === 'string' ? await findWidget(body.embed_id) : undefined
    const asked = { ...(await limitTo(c, widget, body)), ...askedFrom(c) }
    return askAsGuest(runtime, askerOf(c, null, widget), asked)
  }

  async function askedByUser(c: AppContext, user: SessionUser, body: ChatBody): Promise<string> {
    const stored = await readTurn(runtime.db, user.id, body)
    // A retry of a stored question stores nothing more.
    if (stored.sent === null) await storage.reserve(user.id, bytesOf(body))
    const limited = await askAsUser(await limitTo(c, stored.widget, body), body, stored.entitlements)
    return ask(runtime, askerOf(c, user, stored.widget), user, { ...limited, stored, ...askedFrom(c) })
  }

  function askedFrom(c: AppContext): Pick<AskedQuestion, 'address' | 'language'> {
    return { address: c.get('clientAddress'), language: readerLanguage(c) }
  }

  async function limitTo(
    c: AppContext,
    widget: ConfiguratorRow | null | undefined,
    body: ChatBody,
  ): Promise<LimitedQuestion> {
    if (typeof body.embed_id !== 'string') return { body, settings: {} }
    if (!widget) throw notFound('Widget not found.')
    // The token proves a handshake: without this check, any program could chat at the widget owner's expense.
    if ((await widgetOfToken(c)) !== widget.id) {
      throw new HttpError('forbidden', 'This chat session has expired. Please reload the page.')
    }
    await runtime.gate.count(widgetPrincipal(widget))
    return askInWidget(body, widget)
  }

  function askerOf(
    c: AppContext,
    user: SessionUser | null,
    widget: ConfiguratorRow | null | undefined = null,
  ): Principal {
    const address = countedAddress(c.get('clientAddress'))
    const within = [
      { key: `address ${address}`, quota: allowances.address },
      ...(widget ? [widgetPrincipal(widget)] : []),
    ]
    return user === null
      ? { key: `guest ${address}`, quota: allowances.guest, within }
      : { key: `user ${user.id}`, quota: allowances.user, within }
  }

  function widgetPrincipal({ id }: ConfiguratorRow): Principal {
    return { key: widgetKey(id), quota: allowances.widget }
  }

  async function streamFrom(c: AppContext, streamId: string, after: number): Promise<Response | undefined> {
    const reader = await streams.read(streamId, after)
    return reader && respondWithEvents(c, streamId, reader)
  }

  /** Returns whether a stream that the log has dropped belonged to this person. */
  async function wasOwnStream(id: string, user: SessionUser | null): Promise<boolean> {
    return user !== null && (await findStreamMessage(runtime.db, user.id, id)) !== undefined
  }
}

/** Bytes of a question's text and images. */
function bytesOf({ text, images }: ChatBody): number {
  const imageBytes = (images ?? []).reduce((sum, { data }) => sum + Math.ceil(data.length * 0.75), 0)
  return Buffer.byteLength(text) + imageBytes
}

/** The key under which the questions and running answers of a widget are counted. */
export function widgetKey(widgetId: string): string {
  return `widget ${widgetId}`
}

function mayRead(ownerId: string | null, user: SessionUser | null): boolean {
  return ownerId === null || ownerId === user?.id
}

function lastEventId(c: AppContext): number {
  const value = Number(c.req.header('last-event-id') ?? 0)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
