import type { HistoryMessage, QuestionImage } from '../../conversations/message-content.ts'
import type { AnswerSettings } from '../../settings/answer-settings.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import { productToolName } from '../model/search-tool.ts'
import type { Question } from '../question/question.ts'

/** The parts of a model's question that come from storage or, for a guest, from the history in the body. */
export interface QuestionContent {
  history: readonly HistoryMessage[]
  text: string
  images: readonly QuestionImage[]
}

/** Makes the question of the model. The question's own settings override the master settings. */
export function toModelQuestion(
  { body, language, settings }: Question,
  master: AnswerSettings,
  { history, text, images }: QuestionContent,
): ModelQuestion {
  const tools = body.tools ?? []
  return {
    history: recent(history),
    text,
    language,
    images,
    authors: body.authors ?? [],
    // An empty choice sets no limit, for tools as for authors.
    searchAllowed: tools.length === 0 || tools.includes(master.search.name),
    shopAllowed: tools.length === 0 || tools.includes(productToolName),
    settings: { ...master, ...settings },
  }
}

/** Limit of the history in UTF-16 units: attention of models, and cost of a long conversation. */
export const historyCharacters = 200_000

/** The newest messages that fit together, oldest first. */
function recent(history: readonly HistoryMessage[]): HistoryMessage[] {
  let left = historyCharacters
  const from = history.findLastIndex(({ content }) => (left -= content.length) < 0)
  return history.slice(from + 1)
}
