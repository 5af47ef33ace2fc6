import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ChatEvent } from '@org/api-client/contract'
import type { Logger } from 'pino'
import type { FinishedAnswer } from '../../conversations/message-content.ts'
import { answerStore } from '../../conversations/messages.store.ts'
import type { Db } from '../../db/database.ts'
import type { AnswerLimiter, Principal } from '../../limits/answer-limiter.ts'
import type { AnswerReport } from '../../ops/metrics.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { SafetyCheck, SafetyStage } from '../../safety/safety-stage.ts'
import type { ApprovedAnswers, ApprovedMatch } from '../approved/approved-answers.ts'
import { localProvider } from '../model/answer-judgement.ts'
import { courteousReply } from '../model/built-in/direct-reply.ts'
import type { TokenUsage } from '../model/model-answer.ts'
import { TurnSources } from '../model/turn-sources.ts'
import type { StreamWriter } from '../streams/stream-log.ts'
import { runAnswer } from './answer-run.ts'
import { type AnswerSaver, createAnswerSaver } from './answer-saver.ts'
import type { AnswerRunFacts, AnswerTask, FinishedTurn } from './answer-task.ts'
import { describeImages } from './image-description.ts'
import { ConversationNaming } from './conversation-naming.ts'
import { estimateQuestionTokens, estimateTextTokens } from './estimated-tokens.ts'
import type { LateTitles } from './late-titles.ts'

/** Dependencies of making answers. */
export interface AnswerMakerOptions {
  db: Db
  clock: Clock
  log: Logger
  limiter: AnswerLimiter
  safety: SafetyStage
  approved: ApprovedAnswers
  /** The model of a name; '' names the configured one. */
  modelFor: (name: string) => LanguageModelV4
  /** Limits of the model; times in ms. */
  modelLimits: { idleMs?: number; maxRetries?: number; maxTokens?: number }
  lateTitles: LateTitles
  record: (turn: FinishedTurn) => Promise<void>
  onAnswered: (report: AnswerReport) => void
}

/** The stream and the sender of one answer. */
export interface AnswerRunContext {
  writer: StreamWriter
  /** Stops the answer. */
  signal: AbortSignal
  principal: Principal
}

/** The parts of one answer while it is made. */
interface Making extends AnswerRunContext {
  task: AnswerTask
  log: Logger
  emit: (event: ChatEvent) => void
  saver: AnswerSaver | undefined
  naming: ConversationNaming | undefined
  sources: TurnSources
  model: LanguageModelV4
  check: SafetyCheck
  /** An approved answer to the question: no model is called for it. */
  approved: ApprovedMatch | undefined
}

/** Makes one answer from its first event to its record in the statistics. */
export type MakeAnswer = (task: AnswerTask, context: AnswerRunContext) => Promise<void>

/** Creates the function that makes answers. */
export function createAnswerMaker(options: AnswerMakerOptions): MakeAnswer {
  const { clock, limiter, onAnswered } = options
  return async (task, context) => {
    const started = performance.now()
    const askedAt = new Date(clock.now())
    let firstTextMs: number | null = null
    const making = await begin(task, context, options, () => {
      firstTextMs ??= Math.round(performance.now() - started)
    })
    const { log, emit, saver, naming } = making
    const used: TokenUsage = { total: 0, output: 0 }
    const countTokens = ({ total, output }: TokenUsage) => {
      used.total += total
      used.output += output
    }
    const description = canDescribe(making)
      ? describeImages(task, { ...making, ...options, onUsage: countTokens })
      : undefined
    const outcome = await run(making, options, countTokens)
    const saved = (await saver?.finish(outcome)) ?? true
    await description?.finish()
    const unreported = await unreportedTokens(making, outcome, used.total)
    await limiter.spend(context.principal, used.total + unreported.total)
    if (unreported.isUsed) countTokens(unreported)
    if (!saved) emit({ type: 'error', code: 'not_saved', message: 'The answer could not be saved.' })
    if (outcome.status !== 'complete') naming?.cancel()
    else if (naming !== undefined) await nameConversation(naming, emit, options.lateTitles)
    const totalMs = Math.round(performance.now() - started)
    const tokens = used.total
    const facts = { answer: outcome, tokens, outputTokens: used.output, firstTextMs, totalMs }
    await record(making, facts, askedAt, options)
    const { status, inventedCitations, searched } = outcome
    const seconds = (performance.now() - started) / 1000
    onAnswered({ status, tokens, seconds, inventedCitations, searched })
    log.info({ status, characters: outcome.content.length, tokens }, 'answer')
  }
}

/**
 * Estimates the tokens of the last step when no usage was reported: a provider that hangs up at a stop reports none, but
 * has read the question with all that came before it. `isUsed` is false where the estimate limits a sender alone.
 */
async function unreportedTokens(
  { task: { question }, check, approved }: Making,
  { status, content }: FinishedAnswer,
  reported: number,
): Promise<TokenUsage & { isUsed: boolean }> {
  const isStopped = status === 'stopped'
  if (reported > 0 && !isStopped) return { total: 0, output: 0, isUsed: false }
  const output = estimateTextTokens(content)
  // No model was asked in an emergency and for an approved answer; one that failed may have read nothing.
  const isAsked = approved === undefined && check.notice?.severity !== 'emergency'
  const isRead = (isStopped || status === 'complete') && isAsked
  const read = isRead ? await estimateQuestionTokens(question) : estimateTextTokens(question.text)
  return { total: output + read, output, isUsed: isRead }
}

async function begin(
  task: AnswerTask,
  context: AnswerRunContext,
  options: AnswerMakerOptions,
  onText: () => void,
): Promise<Making> {
  const { db, clock, log, modelFor, safety } = options
  const { ids, question } = task
  const turnLog = log.child({ stream_id: ids.streamId })
  const emit = (event: ChatEvent) => {
    if (event.type === 'LLM_Response') onText()
    context.writer.append(JSON.stringify(event))
  }
  emit({
    type: 'message',
    content: {
      user_id: ids.questionId,
      assistant_id: ids.answerId,
      conversation_id: ids.conversation?.conversationId ?? null,
    },
  })
  const check = await safety.check(question.text, question.history, question.language)
  const model = modelFor(question.settings.model)
  const isEmergency = check.notice?.severity === 'emergency'
  const approved = check.notice === undefined ? await findApproved(task, check, options) : undefined
  return {
    ...context,
    task,
    log: turnLog,
    emit,
    check,
    approved,
    model,
    saver:
      ids.conversation === null
        ? undefined
        : createAnswerSaver(answerStore(db, ids.conversation.userId, ids.answerId), clock, turnLog),
    // In an emergency no model is called, for a title neither.
    naming: isEmergency ? undefined : createNaming(task, { db, model, log: turnLog }),
    sources: new TurnSources(question.settings.affiliateCode, !check.sensitive),
  }
}

/**
 * Finds an approved answer to a question. An image may change what is asked, and a limit to authors or without search leaves
 * out sources. Without the database the model answers.
 */
export async function findApproved(
  { question }: Pick<AnswerTask, 'question'>,
  { language }: SafetyCheck,
  { approved, clock, log }: Pick<AnswerMakerOptions, 'approved' | 'clock' | 'log'>,
): Promise<ApprovedMatch | undefined> {
  const { text, history, images, authors, searchAllowed, settings } = question
  if (images.length > 0) return undefined
  const earlier = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  try {
    const asked = { text, language, earlier, clientId: settings.clientId ?? null }
    const match = await approved.find(asked, new Date(clock.now()))
    const mayCite = ({ publisher }: ApprovedMatch['sources'][number]) =>
      searchAllowed && (authors.length === 0 || authors.includes(publisher))
    return match?.sources.every(mayCite) === true ? match : undefined
  } catch (error) {
    log.warn({ error }, 'approved answers could not be read')
    return undefined
  }
}

/** The built-in model reads no images, and in an emergency no model is called. */
function canDescribe({ model, check }: Making): boolean {
  return model.provider !== localProvider && check.notice?.severity !== 'emergency'
}

function run(
  { task, log, emit, saver, naming, sources, model, check, approved, signal }: Making,
  { db, modelLimits }: AnswerMakerOptions,
  onUsage: (used: TokenUsage) => void,
): Promise<FinishedAnswer> {
  return runAnswer(task.question, {
    db,
    model,
    sources,
    signal,
    log,
    emit,
    onProgress: (draft) => {
      saver?.update(draft)
      naming?.begin()
    },
    onUsage,
    safety: check,
    approved,
    ...modelLimits,
  })
}

/** A conversation is named by its first question that is no greeting or word of thanks. */
function createNaming(
  { ids: { conversation }, question: { text, history, settings } }: AnswerTask,
  { db, model, log }: { db: Db; model: LanguageModelV4; log: Logger },
): ConversationNaming | undefined {
  if (conversation === null || isCourtesy(text)) return undefined
  if (history.some(({ role, content }) => role === 'user' && !isCourtesy(content))) return undefined
  return new ConversationNaming({
    db,
    ...conversation,
    question: text,
    model,
    prompt: settings.titlePrompt,
    log,
  })
}

function isCourtesy(text: string): boolean {
  return courteousReply(text) !== undefined
}

async function nameConversation(
  naming: ConversationNaming,
  emit: (event: ChatEvent) => void,
  lateTitles: LateTitles,
): Promise<void> {
  const { title, settled } = await naming.finish()
  if (title !== null) emit({ type: 'conv_title', content: { id: naming.conversationId, title } })
  lateTitles.add(naming, settled)
}

/** Name of a model in the records; the built-in one is `local`. */
export function nameOf({ provider, modelId }: LanguageModelV4): string {
  return provider === localProvider ? localProvider : modelId
}

/** Stores the turn in the statistics; a failure is logged. */
async function record(
  { task, sources, log, check, model }: Making,
  facts: Omit<AnswerRunFacts, 'searches' | 'language' | 'model'>,
  askedAt: Date,
  options: AnswerMakerOptions,
): Promise<void> {
  const { content, toolContext } = facts.answer
  try {
    await options.record({
      ...task,
      answer: {
        isEmpty: content === '',
        products: toolContext.products.map(({ name }) => name ?? ''),
        authors: sources.authorsCitedIn(content),
      },
      askedAt,
      answeredAt: new Date(options.clock.now()),
      run: { ...facts, searches: sources.searches, language: check.language, model: nameOf(model) },
    })
  } catch (error) {
    log.warn({ error }, 'a turn is missing from the statistics')
  }
}
