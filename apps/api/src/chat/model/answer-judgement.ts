import { answerOutcomeSchema, suggestionListSchema } from '@org/api-client/contract'
import { z } from 'zod'

const judgementSchema = z.object({
  outcome: answerOutcomeSchema,
  suggestions: suggestionListSchema,
  sources: z.array(z.object({ number: z.number().int(), quote: z.string().optional() })),
})

/**
 * The built-in model's own account of its answer, sent with the start of the text: the outcome, questions to ask next,
 * and the cited sources in the order of their first mention, which numbers them anew.
 */
export type AnswerJudgement = z.infer<typeof judgementSchema>

/** The name under which the built-in model's metadata stand among those of other providers. */
export const localProvider = 'local'

/** Reads the judgement from a part's provider metadata; undefined for other models. */
export function readJudgement(metadata: Record<string, unknown> | undefined): AnswerJudgement | undefined {
  const judgement = judgementSchema.safeParse(metadata?.[localProvider])
  return judgement.success ? judgement.data : undefined
}
