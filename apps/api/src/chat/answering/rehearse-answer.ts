import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { FinishedAnswer } from '../../conversations/message-content.ts'
import type { SafetyStage } from '../../safety/safety-stage.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import { TurnSources } from '../model/turn-sources.ts'
import { runAnswer } from './answer-run.ts'
import { type AnswerMakerOptions, findApproved, nameOf } from './make-answer.ts'

/** An answer that nobody receives. */
export interface RehearsedAnswer {
  answer: FinishedAnswer
  /** Name of the model. */
  model: string
  /** ISO 639-1 code of the language of the question. */
  language: string
}

/** Makes an answer as a visitor would get it, and stores, counts and sends nothing of it. */
export type RehearseAnswer = (question: ModelQuestion, signal: AbortSignal) => Promise<RehearsedAnswer>

/** Options of {@link createRehearsal}. */
export interface RehearsalOptions extends Pick<
  AnswerMakerOptions,
  'db' | 'clock' | 'log' | 'approved' | 'modelLimits'
> {
  /** Finds dangers without counting them. */
  safety: SafetyStage
  /** The model of a name; '' names the configured one. */
  modelFor: (name: string) => LanguageModelV4
}

/** Creates the function that answers the cases of an evaluation. */
export function createRehearsal(options: RehearsalOptions): RehearseAnswer {
  const { db, safety, modelFor, log, modelLimits } = options
  return async (question, signal) => {
    const check = await safety.check(question.text, question.history, question.language)
    const model = modelFor(question.settings.model)
    const approved = check.notice === undefined ? await findApproved({ question }, check, options) : undefined
    const answer = await runAnswer(question, {
      db,
      model,
      sources: new TurnSources(question.settings.affiliateCode, !check.sensitive),
      signal,
      log,
      emit: () => undefined,
      onProgress: () => undefined,
      safety: check,
      approved,
      ...modelLimits,
    })
    return { answer, model: nameOf(model), language: check.language }
  }
}
