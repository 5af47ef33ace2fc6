import type { AnswerSearch } from '@org/api-client/contract'
import type { FinishedTurn } from '../chat/answering/answer-task.ts'
import type { SearchNote } from '../chat/model/turn-sources.ts'
import { recordTurnOf } from '../conversations/record-turn.ts'
import type { Db } from '../db/database.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { findConfigurator } from '../widgets/configurators.store.ts'
import { costOf, type TokenPrice } from '../costs/model-prices.store.ts'
import {
  type EventSender,
  noEvents,
  toEventWidget,
  type WebhookEvent,
} from '../webhooks/events/event-sender.ts'
import { countCost, countRecord } from './figures.store.ts'
import { redact } from './redact.ts'

/** Options of {@link createOutcomeRecorder}. */
export interface OutcomeRecorderOptions {
  /** True when the deployment stores the redacted texts of visitors. */
  keepsText: boolean
  /** Price of the model of a name; null: unknown. */
  priceOf: (model: string) => Promise<TokenPrice | null>
  /** Receives uncovered answers and dangers. @default none are sent */
  events?: EventSender
}

type FinishedCitation = FinishedTurn['run']['answer']['toolContext']['citations'][number]
type OutcomeRow = typeof answerOutcomes.$inferInsert

/**
 * Creates the function that stores the outcome record of a finished answer, and counts it. It runs after the last token.
 * An answer whose conversation was deleted meanwhile is counted and not stored. Of an answer in a preview only the cost is
 * counted.
 */
export function createOutcomeRecorder(
  db: Db,
  options: OutcomeRecorderOptions,
): (turn: FinishedTurn) => Promise<void> {
  const { events = noEvents } = options
  return async (turn) => {
    const { embedId } = turn.origin
    const widget = embedId === null ? undefined : await findConfigurator(db, embedId)
    const price = await options.priceOf(turn.run.model)
    const row = {
      ...rowOf(turn, options, price),
      clientId: widget?.clientOwner ?? null,
      widgetId: widget?.id ?? null,
      variant: turn.origin.variant ?? null,
    }
    if (turn.origin.isPreview === true) return countCost(db, row)
    const raised = eventsOf(row, widget)
    if (raised.length > 0) await events.prepare()
    await recordTurnOf(db, turn.ids.conversation, (outer, exists) =>
      outer.transaction(async (tx) => {
        if (!exists) return countRecord(tx, row)
        const { length } = await tx
          .insert(answerOutcomes)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: answerOutcomes.id })
        if (length === 0) return
        await countRecord(tx, row)
        for (const event of raised) await events.record(tx, event)
      }),
    )
    if (raised.length > 0) events.wake()
  }
}

function rowOf(
  { ids, question, askedAt, run }: FinishedTurn,
  { keepsText }: OutcomeRecorderOptions,
  price: TokenPrice | null,
): OutcomeRow {
  const { content, toolContext, status } = run.answer
  const { safety } = toolContext
  const text = (value: string) => (keepsText ? redact(value) : null)
  return {
    id: ids.answerId,
    userId: ids.conversation?.userId ?? null,
    conversationId: ids.conversation?.conversationId ?? null,
    at: askedAt,
    ending: status,
    outcome: toolContext.outcome ?? null,
    language: run.language,
    safetyCategory: safety?.category ?? null,
    safetySeverity: safety?.severity ?? null,
    model: run.model,
    tokens: run.tokens,
    outputTokens: run.outputTokens,
    costMicros: costOf(run, price),
    firstTextMs: run.firstTextMs,
    totalMs: run.totalMs,
    question: text(question.text),
    answer: text(content),
    searches: run.searches.map((search) => toSearch(search, text)),
    citations: toolContext.citations.flatMap((citation) => toCitation(citation)),
    approvedAnswerId: toolContext.approval?.id ?? null,
    products: [...new Set(toolContext.products.flatMap(({ name }) => name ?? []))],
  }
}

/** Events of an answer. They have ids and facts; the texts are read when they are sent. */
function eventsOf(row: OutcomeRow, widget: { id: string; name: string } | undefined): WebhookEvent[] {
  const { id: answerId, at, language, outcome, safetyCategory: category, safetySeverity: severity } = row
  const data = { answer_id: answerId, widget: toEventWidget(widget), language }
  const shared = { clientId: row.clientId ?? null, at, answerId }
  return [
    ...(outcome === 'uncovered' ? [{ ...shared, type: 'answer.uncovered', data } as const] : []),
    ...(category
      ? [{ ...shared, type: 'safety.raised', data: { ...data, category, severity } } as const]
      : []),
  ]
}

function toSearch(
  { query, covered, passages }: SearchNote,
  text: (value: string) => string | null,
): AnswerSearch {
  return { query: text(query), covered, passages: [...passages] }
}

/** Citations of stored texts alone are strings; new answers have none. */
function toCitation(citation: FinishedCitation): OutcomeRow['citations'] {
  if (typeof citation === 'string') return []
  const { citation_num: number, title, heading, url, quote, publisher } = citation
  return [{ number, title, heading, url, quote, publisher }]
}
