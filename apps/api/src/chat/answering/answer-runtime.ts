import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ChatEvent } from '@org/api-client/contract'
import type { Logger } from 'pino'
import { createSettingsCache, type SettingsCache } from '../../settings/settings-cache.ts'
import type { Db } from '../../db/database.ts'
import type { AnswerReport } from '../../ops/metrics.ts'
import { runAnswer, shutdown } from './answer-run.ts'
import { createAnswerSaver } from './answer-saver.ts'
import {
  answerStore,
  listStreaming,
  markInterrupted,
  type OwnedConversation,
} from '../../conversations/messages.store.ts'
import { type Principal, type AnswerLimiter, createAnswerLimiter } from '../../limits/answer-limiter.ts'
import { type Clock, systemClock } from '../../platform/process/clock.ts'
import { ConversationNaming } from './conversation-naming.ts'
import { createMemoryStreamLog } from '../streams/memory-stream-log.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import type { StopReason, StreamLog, StreamWriter } from '../streams/stream-log.ts'
import { createSafetyReader } from '../../safety/operator-safety.ts'
import { createSafetyStage, type SafetyStage } from '../../safety/safety-stage.ts'
import { TurnSources } from '../model/turn-sources.ts'

/** Options of the answer runtime. Times in milliseconds. */
export interface ChatRuntimeOptions {
  db: Db
  model: LanguageModelV4
  /** The model of a name that the settings or a widget ask for. @default always `model` */
  modelNamed?: (name: string) => LanguageModelV4
  log: Logger
  /** The master settings. @default this database's */
  settings?: SettingsCache
  /** @default the machine's clock */
  clock?: Clock
  /** @default a log in memory */
  streams?: StreamLog
  /** Longest silence of the model. @default 60_000 */
  modelIdleMs?: number
  /** Tries after the first, before any text has come. @default 1 */
  modelRetries?: number
  /** Longest answer, in tokens as the model counts them. @default 4096 */
  maxAnswerTokens?: number
  /** Returns whether no other instance uses this database; called when the stream log is not shared. @default always */
  isAlone?: () => Promise<boolean>
  /** @default one that counts within this process */
  gate?: AnswerLimiter
  /** Keeps a turn in the statistics; its failure is logged. @default keeps nothing */
  record?: (turn: FinishedTurn) => Promise<void>
  /** Told of every answer at its end. */
  onAnswered?: (report: AnswerReport) => void
  /** Reads every question before any model. @default the data files of the project and the operators' entries, with the lines of each language's region */
  safety?: SafetyStage
}

/** The ids of a turn. A guest's are not stored. */
export interface TurnIds {
  streamId: string
  questionId: string
  answerId: string
  /** Null for a guest. */
  conversation: OwnedConversation | null
}

/** Origin of a question. */
export interface TurnOrigin {
  /** The client's address. */
  address: string
  /** The widget that it was asked in; null on the site itself. */
  embedId: string | null
}

/** A turn at its end, as the statistics need it. */
export interface FinishedTurn {
  ids: TurnIds
  /** `first` is the text that its conversation began with; `isAgain` when the question was asked before. */
  question: { text: string; first: string; isAgain: boolean }
  /** Names of the products that it offers and of the authors that it cites, each once. */
  answer: { isEmpty: boolean; products: string[]; authors: string[] }
  origin: TurnOrigin
  askedAt: Date
  answeredAt: Date
}

/** Makes answers, apart from the requests that ask for them. */
export interface ChatRuntime {
  readonly db: Db
  readonly clock: Clock
  readonly streams: StreamLog
  /** Quotas of principals. */
  readonly gate: AnswerLimiter
  /** The master settings. */
  readonly settings: SettingsCache
  /** Name of the configured model. */
  readonly defaultModel: string
  /** The model of a name; without one, that of the server's configuration. */
  modelFor: (name: string) => LanguageModelV4
  /** False once `drain` was called. */
  readonly accepting: boolean
  /** The number of answers being made. */
  readonly running: number
  /**
   * Opens a stream before its messages are stored; `answer` then fills it.
   *
   * @throws {HttpError} 429 when the principal has too many answers under way
   */
  open: (streamId: string, ownerId: string | null, principal: Principal) => Promise<OpenStream>
  /**
   * Marks answers whose producer is gone, and leaves those alone that another instance is making. Call it before
   * listening, and now and then where there are other instances.
   */
  recover: () => Promise<void>
  /**
   * Stops taking questions and waits for running answers; what still runs after `graceMs` is kept as far as it
   * came, marked interrupted.
   */
  drain: (graceMs: number) => Promise<void>
}

/** An opened stream, to be filled or given up. */
export interface OpenStream {
  /**
   * Starts the answer; it goes on whoever reads.
   *
   * @param isAgain whether the question was asked before
   */
  answer: (ids: TurnIds, question: ModelQuestion, origin: TurnOrigin, isAgain?: boolean) => void
  /** The turn could not be stored. */
  discard: () => Promise<void>
}

/** The part of the server that runs models and keeps what they say. */
export function createChatRuntime({
  db,
  model,
  modelNamed = () => model,
  log,
  settings = createSettingsCache({ db }),
  clock = systemClock,
  streams = createMemoryStreamLog({ clock }),
  modelIdleMs,
  modelRetries,
  maxAnswerTokens,
  isAlone = () => Promise.resolve(true),
  gate = createAnswerLimiter(),
  record = () => Promise.resolve(),
  onAnswered = () => undefined,
  safety = createSafetyStage({ data: createSafetyReader(db, log) }),
}: ChatRuntimeOptions): ChatRuntime {
  // The SDK would write its warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings, provider }) =>
    log.debug({ warnings, provider }, 'the model warns')
  const defaultModel = model.provider === 'local' ? 'local' : model.modelId
  const modelFor = (name: string) => (name === '' || name === defaultModel ? model : modelNamed(name))
  const running = new Map<AbortController, Promise<void>>()
  /** Conversations whose title may still change, after the end of their first answer. */
  const namings = new Map<ConversationNaming, Promise<void>>()
  let accepting = true
  let missed = new Set<string>()

  async function run(
    ids: TurnIds,
    question: ModelQuestion,
    writer: StreamWriter,
    controller: AbortController,
    principal: Principal,
    origin: TurnOrigin,
    isAgain: boolean,
  ): Promise<void> {
    const { streamId, questionId, answerId, conversation } = ids
    const turnLog = log.child({ stream_id: streamId })
    const emit = (event: ChatEvent) => writer.append(JSON.stringify(event))
    emit({
      type: 'message',
      content: {
        user_id: questionId,
        assistant_id: answerId,
        conversation_id: conversation?.conversationId ?? null,
      },
    })
    const saver =
      conversation === null
        ? undefined
        : createAnswerSaver(answerStore(db, conversation.userId, answerId), clock, turnLog)
    const { settings: answerSettings } = question
    const answering = modelFor(answerSettings.model)
    const started = performance.now()
    const askedAt = new Date(clock.now())
    const check = await safety.check(question.text, question.history, question.language)
    // In an emergency no model is asked, for a title neither.
    const naming =
      check.notice?.severity === 'emergency'
        ? undefined
        : namingOf(conversation, question, answering, turnLog)
    const sources = new TurnSources(answerSettings.affiliateCode, !check.sensitive)
    let tokens = 0
    const outcome = await runAnswer(question, {
      db,
      model: answering,
      sources,
      signal: controller.signal,
      log: turnLog,
      emit,
      onProgress: (draft) => {
        saver?.update(draft)
        naming?.begin()
      },
      onUsage: (used) => (tokens += used),
      safety: check,
      ...(modelIdleMs === undefined ? {} : { idleMs: modelIdleMs }),
      ...(modelRetries === undefined ? {} : { maxRetries: modelRetries }),
      ...(maxAnswerTokens === undefined ? {} : { maxTokens: maxAnswerTokens }),
    })
    // A model that was cut short, or does not count, is counted by the letter.
    await gate.spend(principal, tokens || Math.ceil((question.text.length + outcome.content.length) / 4))
    const saved = (await saver?.finish(outcome)) ?? true
    if (!saved) emit({ type: 'error', code: 'not_saved', message: 'The answer could not be saved.' })
    if (outcome.status !== 'complete') naming?.cancel()
    else if (naming !== undefined) await name(naming, emit)
    await keep({
      ids,
      question: { text: question.text, first: question.history[0]?.content ?? question.text, isAgain },
      answer: {
        isEmpty: outcome.content === '',
        products: outcome.toolContext.products.map(({ name }) => name ?? ''),
        authors: sources.authorsCitedIn(outcome.content),
      },
      origin,
      askedAt,
      answeredAt: new Date(clock.now()),
    })
    const { status, inventedCitations, searched } = outcome
    const seconds = (performance.now() - started) / 1000
    onAnswered({ status, tokens, seconds, inventedCitations, searched })
    turnLog.info({ status: outcome.status, characters: outcome.content.length, tokens }, 'answer')
  }

  async function keep(turn: FinishedTurn): Promise<void> {
    try {
      await record(turn)
    } catch (error) {
      log.warn({ error, stream_id: turn.ids.streamId }, 'a turn is missing from the statistics')
    }
  }

  /** Only a first answer names its conversation. */
  function namingOf(
    conversation: OwnedConversation | null,
    { text, history, settings: { titlePrompt } }: ModelQuestion,
    asked: LanguageModelV4,
    turnLog: Logger,
  ): ConversationNaming | undefined {
    if (conversation === null || history.length > 0) return undefined
    return new ConversationNaming({
      db,
      ...conversation,
      question: text,
      model: asked,
      prompt: titlePrompt,
      log: turnLog,
    })
  }

  async function name(naming: ConversationNaming, emit: (event: ChatEvent) => void): Promise<void> {
    const { title, settled } = await naming.finish()
    if (title !== null) emit({ type: 'conv_title', content: { id: naming.conversationId, title } })
    namings.set(naming, settled)
    void settled.then(() => namings.delete(naming))
  }

  return {
    db,
    clock,
    streams,
    gate,
    settings,
    defaultModel,
    modelFor,
    get accepting() {
      return accepting
    },
    get running() {
      return running.size
    },
    async open(streamId, ownerId, principal) {
      const leave = await gate.acquire(principal, streamId)
      const controller = new AbortController()
      // A stop of the server waits for it from now on.
      const { promise: over, resolve } = Promise.withResolvers<void>()
      running.set(controller, over)
      const finish = () => {
        leave()
        running.delete(controller)
        resolve()
      }
      try {
        const onStop = (reason: StopReason) => controller.abort(reason)
        const writer = await streams.open({ id: streamId, ownerId, onStop })
        return {
          answer(ids, question, origin, isAgain = false) {
            void run(ids, question, writer, controller, principal, origin, isAgain)
              .catch((error: unknown) => log.error({ error, stream_id: streamId }, 'an answer broke'))
              // A client that receives the end may ask again at once.
              .then(leave)
              .then(() => writer.end())
              .finally(finish)
          },
          async discard() {
            finish()
            await streams.discard(streamId)
          },
        }
      } catch (error) {
        finish()
        throw error
      }
    },
    async recover() {
      const lost = new Set<string>()
      for (const { id, streamId } of await listStreaming(db)) {
        const state = streamId === null ? undefined : await streams.state(streamId)
        if (state?.ended === false) continue
        // A shared log that was emptied learns of running streams again: one is missing twice before it is gone.
        if (state === undefined && streams.shared && !missed.has(id)) lost.add(id)
        else if (state !== undefined || streams.shared || (await isAlone())) await markInterrupted(db, id)
      }
      missed = lost
    },
    async drain(graceMs) {
      accepting = false
      const all = () => Promise.allSettled(running.values())
      if (running.size > 0) {
        const { promise: graceIsOver, resolve } = Promise.withResolvers<void>()
        const cancel = clock.after(graceMs, resolve)
        if (graceMs > 0) await Promise.race([all(), graceIsOver])
        cancel()
        for (const controller of running.keys()) controller.abort(shutdown)
        await all()
      }
      for (const naming of namings.keys()) naming.cancel()
      await Promise.all(namings.values())
      await streams.close()
    },
  }
}
