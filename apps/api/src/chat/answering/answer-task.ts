import type { OwnedConversation } from '../../conversations/messages.store.ts'
import type { FinishedAnswer } from '../../conversations/message-content.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import type { SearchNote } from '../model/turn-sources.ts'

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
  /** Side of the running trial of a draft of the settings; null without one. */
  variant?: string | null
  /** True for an operator in a preview of a widget: the turn is in no statistics, review or gap, and its cost counts. */
  isPreview?: boolean
}

/** A stored turn whose answer is to be made. */
export interface AnswerTask {
  ids: TurnIds
  question: ModelQuestion
  origin: TurnOrigin
  /** True when the question was asked before. */
  isAgain: boolean
}

/** Facts of the run that made an answer. Times in milliseconds from the question. */
export interface AnswerRunFacts {
  answer: FinishedAnswer
  searches: readonly SearchNote[]
  /** ISO 639-1 code of the language that the person writes. */
  language: string
  /** Name of the model. */
  model: string
  /** Tokens that models read and wrote, and those of them that they wrote. */
  tokens: number
  outputTokens: number
  /** Null when there was no text. */
  firstTextMs: number | null
  totalMs: number
}

/** A finished turn, for the statistics. */
export interface FinishedTurn extends Omit<AnswerTask, 'question'> {
  question: Pick<ModelQuestion, 'text' | 'history'>
  /** Names of the products that it offers and of the authors that it cites, each once. */
  answer: { isEmpty: boolean; products: string[]; authors: string[] }
  askedAt: Date
  answeredAt: Date
  run: AnswerRunFacts
}

/** An opened stream: `answer` fills it, `discard` removes it. */
export interface OpenStream {
  /** Starts the answer; it goes on without readers. */
  answer: (task: AnswerTask) => void
  /** Removes the stream of a turn that could not be stored. */
  discard: () => Promise<void>
}
