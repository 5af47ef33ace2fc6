import type { TurnOrigin } from '../answering/answer-task.ts'
import type { Question } from '../question/question.ts'

/** Returns the origin of a question's turn; `variant` is the side of a running trial. */
export function originOf({ address, body, isPreview = false }: Question, variant: string | null): TurnOrigin {
  return { address, embedId: body.embed_id ?? null, variant, ...(isPreview && { isPreview }) }
}
