import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Logger } from 'pino'
import { createSettingsCache, type SettingsCache } from '../../settings/settings-cache.ts'
import type { Db } from '../../db/database.ts'
import type { AnswerReport } from '../../ops/metrics.ts'
import { type Principal, type AnswerLimiter, createAnswerLimiter } from '../../limits/answer-limiter.ts'
import { type Clock, systemClock } from '../../platform/process/clock.ts'
import { createMemoryStreamLog } from '../streams/memory-stream-log.ts'
import { type ApprovedAnswers, createApprovedAnswers } from '../approved/approved-answers.ts'
import type { StreamLog } from '../streams/stream-log.ts'
import { createSafetyReader } from '../../safety/operator-safety.ts'
import { createSafetyStage, type SafetyStage } from '../../safety/safety-stage.ts'
import type { FinishedTurn, OpenStream } from './answer-task.ts'
import { createLateTitles } from './late-titles.ts'
import { createLocalModel } from '../model/built-in/local-model.ts'
import { localProvider } from '../model/answer-judgement.ts'
import { createLostAnswers } from './lost-answers.ts'
import { createAnswerMaker } from './make-answer.ts'
import { createRehearsal, type RehearseAnswer } from './rehearse-answer.ts'
import { createRunningAnswers } from './running-answers.ts'

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
  limiter?: AnswerLimiter
  /** Keeps a turn in the statistics; its failure is logged. @default keeps nothing */
  record?: (turn: FinishedTurn) => Promise<void>
  /** Called at the end of every answer. */
  onAnswered?: (report: AnswerReport) => void
  /** Reads the questions of evaluations, whose dangers are not counted. @default `safety` */
  quietSafety?: SafetyStage
  /** Reads every question before any model. @default the data files of the project and the operators' entries, with the lines of each language's region */
  safety?: SafetyStage
}

/** Makes answers, apart from the requests that ask for them. */
export interface AnswerRuntime {
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
   * Marks answers whose producer is gone as interrupted, except those that another instance is making. Call it before
   * listening, and periodically where there are other instances.
   */
  recover: () => Promise<void>
  /**
   * Stops taking questions and waits for running answers. An answer that still runs after `graceMs` is stored as far
   * as it came, marked interrupted.
   */
  drain: (graceMs: number) => Promise<void>
}

/** The models of the server. */
export interface Models {
  /** Name of the configured model. */
  readonly defaultModel: string
  /** The model of a name; '' names the configured one. */
  modelFor: (name: string) => LanguageModelV4
}

/** The parts of the chat that its routes and those of the administration use. */
export interface ChatRuntime extends AnswerRuntime, Models {
  readonly clock: Clock
  readonly streams: StreamLog
  /** Quotas of principals. */
  readonly limiter: AnswerLimiter
  /** The master settings. */
  readonly settings: SettingsCache
  /** Makes an answer that nobody receives, for evaluations. */
  rehearse: RehearseAnswer
  /** Returns true for a question that is answered with help and without a model. */
  isEmergency: SafetyStage['isEmergency']
  /** Approved answers as visitors get them. */
  approved: ApprovedAnswers
  /** Reads changed approved answers; until the first read none is given. */
  refreshApproved: () => Promise<void>
}

/** Creates the part of the server that runs models and stores their answers. */
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
  limiter = createAnswerLimiter(),
  record = () => Promise.resolve(),
  onAnswered = () => undefined,
  safety = createSafetyStage({ data: createSafetyReader(db, log) }),
  quietSafety = safety,
}: ChatRuntimeOptions): ChatRuntime {
  // The SDK would write its warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings, provider }) =>
    log.debug({ warnings, provider }, 'the model warns')
  const defaultModel = model.provider === 'local' ? 'local' : model.modelId
  const modelFor = (name: string) => (name === '' || name === defaultModel ? model : modelNamed(name))
  const approved = createApprovedAnswers(db)
  const lateTitles = createLateTitles()
  const modelLimits = {
    ...(modelIdleMs === undefined ? {} : { idleMs: modelIdleMs }),
    ...(modelRetries === undefined ? {} : { maxRetries: modelRetries }),
    ...(maxAnswerTokens === undefined ? {} : { maxTokens: maxAnswerTokens }),
  }
  const made = { db, clock, log, approved, modelLimits }
  const makeAnswer = createAnswerMaker({
    ...made,
    limiter,
    safety,
    modelFor,
    lateTitles,
    record,
    onAnswered,
  })
  const answers = createRunningAnswers({ clock, log, limiter, streams, makeAnswer })
  let accepting = true
  return {
    clock,
    streams,
    limiter,
    settings,
    defaultModel,
    modelFor,
    get accepting() {
      return accepting
    },
    get running() {
      return answers.size
    },
    rehearse: createRehearsal({ ...made, safety: quietSafety, modelFor: unpaced(modelFor) }),
    isEmergency: safety.isEmergency,
    approved,
    refreshApproved: approved.refresh,
    open: answers.open,
    recover: createLostAnswers({ db, streams, isAlone }),
    async drain(graceMs) {
      accepting = false
      await answers.end(graceMs)
      await lateTitles.cancel()
      await streams.close()
    },
  }
}

/** The built-in model without the pauses that make its text readable while it appears. */
function unpaced(modelFor: Models['modelFor']): Models['modelFor'] {
  const built = createLocalModel({ paceMs: 0 })
  return (name) => {
    const model = modelFor(name)
    return model.provider === localProvider && model.modelId === built.modelId ? built : model
  }
}
