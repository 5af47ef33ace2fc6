import { previewHeader } from '@org/api-client/contract'
import { rowBytes, type StorageQuota } from '../conversations/storage-quota.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import type { SafetyStage } from '../safety/safety-stage.ts'
import { type EntitlementLists, noLimits } from '../settings/entitlements.store.ts'
import { findEntitledPrompt } from '../settings/system-prompts.store.ts'
import { isTokenOf, type WidgetClaims } from '../widgets/allowed-origins.ts'
import { type ConfiguratorRow, findActiveWidget } from '../widgets/configurators.store.ts'
import type { Models } from './answering/answer-runtime.ts'
import type { Principals } from './chat-principals.ts'
import { limitToEntitlements } from './question/entitlement-limits.ts'
import type { ChatBody, Question } from './question/question.ts'
import { limitToWidget } from './question/widget-limits.ts'
import { startGuestTurn } from './turns/guest-turn.ts'
import type { TurnServices } from './turns/turn-services.ts'
import { readTurn } from './turns/turn.store.ts'
import { startUserTurn } from './turns/user-turn.ts'

/** Dependencies of taking questions. */
export interface TakeQuestionOptions extends TurnServices, Pick<Models, 'defaultModel'> {
  limiter: AnswerLimiter
  storage: StorageQuota
  principals: Principals
  /** The widget and visitor whose valid embed token came with the request. */
  visitorOfToken: (c: AppContext) => Promise<(WidgetClaims & { visitor: string }) | undefined>
  /** Returns the refusal of a question whose budget is spent. */
  refusalOf: (widget: ConfiguratorRow | null) => HttpError | undefined
  isEmergency: SafetyStage['isEmergency']
}

/** Narrows a question to its limits and starts its turn; returns the id of the stream. */
export type TakeQuestion = (c: AppContext, user: SessionUser | null, body: ChatBody) => Promise<string>

export function createTakeQuestion(options: TakeQuestionOptions): TakeQuestion {
  const { db, storage, principals } = options
  return async (c, user, body) => {
    const asked = questionOf(c, user, body)
    if (user === null) {
      const widget = typeof body.embed_id === 'string' ? await findActiveWidget(db, body.embed_id) : undefined
      const question = await withinWidget(c, asked, widget, options)
      return startGuestTurn(options, { principal: principals.of(c, null, widget), question })
    }
    const stored = await readTurn(db, user.id, body)
    const start = async () => {
      const { widget } = stored
      const question = await entitled(
        await withinWidget(c, asked, widget, options),
        body,
        stored.entitlements ?? noLimits,
        options,
      )
      return startUserTurn(options, { principal: principals.of(c, user, widget), user, question, stored })
    }
    // A retry of a stored question stores nothing more.
    return stored.sent === null ? storage.store(user.id, bytesOf(body), start) : start()
  }
}

function questionOf(c: AppContext, user: SessionUser | null, body: ChatBody): Question {
  // A visitor cannot hide a question from the review by the header.
  const isPreview = user !== null && user.role !== null && c.req.header(previewHeader) !== undefined
  return { body, settings: {}, address: c.get('clientAddress'), language: readerLanguage(c), isPreview }
}

/**
 * @throws {HttpError} 404 for an unknown widget, 403 without its token, for what it does not offer, or for the visitor of a
 *   client without a widget, 429 where its budget is spent
 */
async function withinWidget(
  c: AppContext,
  question: Question,
  widget: ConfiguratorRow | null | undefined,
  options: TakeQuestionOptions,
): Promise<Question> {
  const { limiter, principals, visitorOfToken } = options
  if (typeof question.body.embed_id !== 'string') {
    // The account of a client's visitor is for that client's widgets: the site's own chat has neither their limits nor
    // their budgets, and goes on when they are stopped.
    if (c.get('user')?.isVisitor === true) throw sessionExpired()
    await refuseSpent(question, null, options)
    return question
  }
  if (!widget) throw notFound('Widget not found.')
  // The token proves a handshake: without this check, any program could chat at the widget owner's expense.
  const visitor = await visitorOfToken(c)
  if (visitor === undefined || !isTokenOf(visitor, widget)) throw sessionExpired()
  await limiter.count(principals.ofWidget(widget))
  await refuseSpent(question, widget, options)
  return { ...limitToWidget(question, widget), visitor: visitor.visitor }
}

function sessionExpired(): HttpError {
  return new HttpError('forbidden', 'This chat session has expired. Please reload the page.')
}

/** Help in an emergency costs nothing, and is given without a budget. */
async function refuseSpent(
  { body, language }: Question,
  widget: ConfiguratorRow | null,
  { refusalOf, isEmergency }: TakeQuestionOptions,
): Promise<void> {
  const refusal = refusalOf(widget)
  if (refusal === undefined) return
  if (!(await isEmergency(body.text, body.conversation ?? [], language))) throw refusal
}

/** @throws {HttpError} 403 for what the person may not use */
async function entitled(
  question: Question,
  chosen: ChatBody,
  entitlements: EntitlementLists,
  { db, settings, defaultModel }: TakeQuestionOptions,
): Promise<Question> {
  const { model, systemPrompt } = (await settings.forVisitor(question.visitor)).settings
  return limitToEntitlements(question, chosen, {
    entitlements,
    masterModel: model === '' ? defaultModel : model,
    systemPrompt: await findEntitledPrompt(db, {
      master: systemPrompt,
      embedId: question.body.embed_id ?? undefined,
      widgetPrompt: question.settings.systemPrompt,
      allowed: entitlements.systemPrompts,
    }),
  })
}

/** Bytes of a question's text and images, and of the rows of question and answer. */
function bytesOf({ text, images }: ChatBody): number {
  const imageBytes = (images ?? []).reduce((sum, { data }) => sum + Math.ceil(data.length * 0.75), 0)
  return 2 * rowBytes + Buffer.byteLength(text) + imageBytes
}
