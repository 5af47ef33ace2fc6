import type { DebugDecision, DebugDecisionRequest } from '@org/api-client/contract'
import { generateText } from 'ai'
import { toAnswerSettings } from '../settings/answer-settings.ts'
import type { Db } from '../db/database.ts'
import type { Models } from '../chat/answering/answer-runtime.ts'
import { modelAnswer, type ModelQuestion, promptOf } from '../chat/model/model-answer.ts'
import { describeModelFailure } from '../chat/model/model-failure.ts'
import { createSearchTools, queryOf, searchKnowledge } from '../chat/model/search-tool.ts'
import { TurnSources } from '../chat/model/turn-sources.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { withDraft } from '../settings/master-settings.ts'
import { readSettings } from '../settings/settings.store.ts'

const decisionMs = 30_000
const answerMs = 60_000

/**
 * Runs the assistant's decision for a question: the tool call with its arguments, its result, and how
 * long each step takes. Nothing is stored.
 *
 * @throws {HttpError} 503 when the model fails, in plain words
 */
export async function debugDecision(
  { db, modelFor }: { db: Db } & Pick<Models, 'modelFor'>,
  request: DebugDecisionRequest,
): Promise<DebugDecision> {
  const settings = toAnswerSettings(withDraft(await readSettings(db), request.settings ?? {}))
  const tools = request.tools ?? []
  const question: ModelQuestion = {
    history: request.conversation ?? [],
    text: request.query,
    // Only a thought is shown in it, and none is shown here.
    language: 'en',
    images: [],
    authors: [],
    searchAllowed: tools.length === 0 || tools.includes(settings.search.name),
    shopAllowed: tools.length === 0,
    settings,
  }
  const context = {
    db,
    sources: new TurnSources(),
    authors: [],
    onFound: () => undefined,
    withShop: question.shopAllowed === true,
  }
  const declaredTools = Object.fromEntries(
    Object.entries(createSearchTools({ ...context, settings: settings.search })).map(
      // Without `execute` the model's decision is the end.
      ([name, { execute: _execute, ...declared }]) => [name, declared],
    ),
  )
  const model = modelFor(settings.model)
  const timings: Record<string, number> = {}

  async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    try {
      return await work()
    } finally {
      timings[step] = Math.round(performance.now() - started)
    }
  }

  async function answer(): Promise<string> {
    let text = ''
    const options = { db, model, sources: new TurnSources(), signal: AbortSignal.timeout(answerMs) }
    for await (const event of modelAnswer(question, options)) if (event.type === 'text') text += event.text
    return text
  }

  try {
    return await timed('total', async () => {
      const decided = await timed('decision', () =>
        generateText({
          model,
          ...promptOf(question),
          ...(question.searchAllowed ? { tools: declaredTools } : {}),
          maxRetries: 0,
          abortSignal: AbortSignal.timeout(decisionMs),
        }),
      )
      const call = decided.toolCalls[0]
      const query = call === undefined ? '' : queryOf(call.input)
      const result =
        call === undefined ? null : await timed('search', () => searchKnowledge({ query }, context))
      return {
        rpc_query: query,
        tool: call?.toolName ?? null,
        arguments: call?.input ?? null,
        result,
        answer: request.answer === true ? await timed('answer', answer) : null,
        timings,
      }
    })
  } catch (error) {
    throw new HttpError('unavailable', describeModelFailure(error, question).message, {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
}
