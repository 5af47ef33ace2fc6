import type { MessageStatus, ToolContext } from '@org/api-client/contract'

/** An earlier message of the conversation, as models read it. */
export interface HistoryMessage {
  role: 'user' | 'assistant'
  content: string
  /** A model's description of the images of a question. */
  imageDescription?: string | null
}

/** A decoded image of a question. */
export interface QuestionImage {
  mimeType: string
  bytes: Uint8Array
  name: string
}

/** The text and sources of a running answer, as the database stores them. */
export interface AnswerDraft {
  content: string
  toolContext: ToolContext
}

/** A finished answer. */
export interface FinishedAnswer extends AnswerDraft {
  status: Exclude<MessageStatus, 'streaming'>
  /** Citation numbers without a source that were removed from the text. */
  inventedCitations: number
  /** True when the model searched before it answered. */
  searched: boolean
}

/** Storage of one answer. */
export interface AnswerStore {
  saveDraft: (draft: AnswerDraft) => Promise<void>
  saveOutcome: (outcome: FinishedAnswer) => Promise<void>
}
