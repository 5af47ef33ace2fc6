import type { ServerResponse } from 'node:http'
import { chunk, type ModelServer, questionOf, startModelServer, streamEnd } from './model-server.ts'

/** A language model whose output and timing a test controls. */
export interface HeldModel extends ModelServer {
  /** Says something in answer to a question; waits until the question has been asked. */
  say: (question: string, text: string) => Promise<void>
  /** Calls the search tool for a question, with the question or other words, after which its answer can be given. */
  search: (question: string, words?: string) => Promise<void>
  /** Ends the answer to a question. */
  finish: (question: string) => Promise<void>
  /** Number of requests with a question so far. */
  timesAsked: (question: string) => number
}

/** Starts a {@link HeldModel} on a free port of 127.0.0.1. */
export async function startHeldModel(): Promise<HeldModel> {
  const answers = new Map<string, { response: ServerResponse; times: number }>()
  const waiting = new Map<string, (() => void)[]>()

  const server = await startModelServer('A held talk', (asked, response) => {
    const question = questionOf(asked)
    response.write(chunk({ role: 'assistant', content: '' }))
    answers.set(question, { response, times: (answers.get(question)?.times ?? 0) + 1 })
    for (const resolve of waiting.get(question) ?? []) resolve()
    waiting.delete(question)
  })

  async function answerTo(question: string): Promise<ServerResponse> {
    const known = answers.get(question)
    if (known !== undefined) return known.response
    await new Promise<void>((resolve) => {
      waiting.set(question, [...(waiting.get(question) ?? []), resolve])
    })
    return answerTo(question)
  }

  return {
    ...server,
    say: async (question, text) => {
      const response = await answerTo(question)
      response.write(chunk({ content: text }))
    },
    search: async (question, words = question) => {
      const response = await answerTo(question)
      const { times } = answers.get(question) ?? { times: 0 }
      // The results come with another request of the same question.
      const answered = new Promise<void>((resolve) => waiting.set(question, [resolve]))
      const query = JSON.stringify({ query: words })
      const call = {
        index: 0,
        id: 'search',
        type: 'function',
        function: { name: 'search_knowledge', arguments: query },
      }
      response.end(chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls') + streamEnd)
      await answered
      const answer = answers.get(question)
      if (answer !== undefined) answers.set(question, { ...answer, times })
    },
    finish: async (question) => {
      const response = await answerTo(question)
      response.end(chunk({}, 'stop') + streamEnd)
    },
    timesAsked: (question) => answers.get(question)?.times ?? 0,
  }
}
