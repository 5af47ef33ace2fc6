import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../platform/process/ids.ts'
import { pauseWhenDue } from '../../../platform/process/pause-when-due.ts'
import { type AnswerJudgement, localProvider } from '../answer-judgement.ts'
import { countImageTokens } from '../image-tokens.ts'
import {
  maxQueryCharacters,
  productToolName,
  type SearchToolOutput,
  searchToolOutputSchema,
} from '../search-tool.ts'
import { answerTexts } from './answer-texts.ts'
import { composeTurn } from './compose-turn.ts'
import { asksForMore, type QuestionRules } from './standalone-question.ts'
import { planTurn } from './turn-plan.ts'

/** Settings of the built-in model. */
export interface LocalModelOptions {
  /** Milliseconds between two pieces of text. @default 15 */
  paceMs?: number
}

/**
 * The model that needs no key: it searches the knowledge base with the tool it is given, and answers with the
 * best sentences of the passages found. It has no other knowledge; an uncovered question gets an honest answer.
 */
export function createLocalModel({ paceMs = 15 }: LocalModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: 'extractive',
    supportedUrls: {},
    async doGenerate(options) {
      const step = await nextStep(options)
      const content: LanguageModelV4Content[] =
        step.type === 'search'
          ? step.calls.map(({ tool, input }) => ({
              type: 'tool-call',
              toolCallId: newId(),
              toolName: tool,
              input: JSON.stringify(input),
            }))
          : [{ type: 'text', text: step.text }]
      return { content, ...(await endOf(step, options)), warnings: [] }
    },
    async doStream(options) {
      const parts = stepParts(await nextStep(options), options, paceMs)
      return { stream: ReadableStream.from(parts) }
    },
  }
}

type Step =
  | { type: 'search'; calls: { tool: string; input: object }[] }
  | ({ type: 'answer'; text: string } & Partial<AnswerJudgement>)

async function nextStep(options: LanguageModelV4CallOptions): Promise<Step> {
  const { prompt, tools, toolChoice, providerOptions } = options
  // The search that ends here may have used its turn of the event loop, and planning uses another.
  await pauseWhenDue()
  const asked = userTexts(prompt).map((text) => text.slice(0, maxQueryCharacters))
  const rules = rulesOf(providerOptions)
  const names = (tools ?? []).flatMap((tool) => (tool.type === 'function' ? tool.name : []))
  // The settings may name the search otherwise.
  const search = names.find((name) => name !== productToolName)
  const mustSearch = search !== undefined && toolChoice?.type === 'required'
  const plan = planTurn(asked, answers(prompt), rules, mustSearch)
  if (plan.reply !== undefined) return { type: 'answer', suggestions: [], sources: [], ...plan.reply }
  const results = searchResults(prompt)
  if (results !== undefined && !mustSearch) {
    const said = rules.usePrevContext && asksForMore(asked) ? answers(prompt).join('\n') : ''
    await pauseWhenDue()
    const answer = composeTurn(plan, results, said)
    return { type: 'answer', ...answer, text: withImageNote(answer.text, prompt, plan.language) }
  }
  if (search !== undefined) {
    const calls = plan.searches
      .filter(({ kind }) => kind === 'knowledge' || names.includes(productToolName))
      .map(({ kind, query, names: given }) => ({
        tool: kind === 'knowledge' ? search : productToolName,
        input: given === undefined || given.length === 0 ? { query } : { query, names: given },
      }))
    return { type: 'search', calls }
  }
  const text = answerTexts(plan.language).searchOff
  return { type: 'answer', text, outcome: 'uncovered', suggestions: [], sources: [] }
}

function rulesOf(options: LanguageModelV4CallOptions['providerOptions']): Required<QuestionRules> {
  const { usePrevContext, expandShort } = options?.['local'] ?? {}
  return { usePrevContext: usePrevContext !== false, expandShort: expandShort !== false }
}

async function* stepParts(
  step: Step,
  options: LanguageModelV4CallOptions,
  paceMs: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const id = newId()
  yield { type: 'stream-start', warnings: [] }
  if (step.type === 'search') {
    for (const { tool, input: given } of step.calls) {
      const callId = newId()
      const input = JSON.stringify(given)
      yield { type: 'tool-input-start', id: callId, toolName: tool }
      yield { type: 'tool-input-delta', id: callId, delta: input }
      yield { type: 'tool-input-end', id: callId }
      yield { type: 'tool-call', toolCallId: callId, toolName: tool, input }
    }
  } else {
    const { outcome = null, suggestions = [], sources = [] } = step
    const listed = sources.map(({ number, quote }) => (quote === undefined ? { number } : { number, quote }))
    yield {
      type: 'text-start',
      id,
      providerMetadata: { [localProvider]: { outcome, suggestions, sources: listed } },
    }
    for (const delta of wordGroups(step.text)) {
      options.abortSignal?.throwIfAborted()
      yield { type: 'text-delta', id, delta }
      if (paceMs > 0) await delay(paceMs, undefined, { signal: options.abortSignal })
    }
    yield { type: 'text-end', id }
  }
  yield { type: 'finish', ...(await endOf(step, options)) }
}

async function endOf(step: Step, { prompt }: LanguageModelV4CallOptions) {
  const searches = step.type === 'search'
  return {
    finishReason: { unified: searches ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
    usage: usageOf(
      await countInputTokens(prompt),
      step.type === 'search' ? JSON.stringify(step.calls) : step.text,
    ),
  }
}

/** Mean number of characters of a token, the usual estimate for English. */
const meanToken = 4

async function countInputTokens(prompt: LanguageModelV4Prompt): Promise<number> {
  let characters = 0
  let tokens = 0
  const parts = prompt.flatMap<unknown>(({ content }) => (typeof content === 'string' ? [content] : content))
  for (const part of parts) {
    const bytes = imageBytes(part)
    if (bytes === undefined) characters += JSON.stringify(part).length
    else tokens += await countImageTokens(bytes)
  }
  return tokens + Math.ceil(characters / meanToken)
}

/** The bytes of an image's part; other parts have none. */
function imageBytes(part: unknown): Uint8Array | undefined {
  const { type, data } = Object(part)
  const bytes: unknown = data?.data ?? data
  return type === 'file' && bytes instanceof Uint8Array ? bytes : undefined
}

function usageOf(inputTokens: number, output: string): LanguageModelV4Usage {
  const outputTokens = Math.ceil(output.length / meanToken)
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  }
}

function wordGroups(text: string): string[] {
  return text.match(/(?:\S+\s*){1,3}/gu) ?? []
}

/** The texts of earlier answers, oldest first. */
function answers(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'assistant'
      ? [message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')]
      : [],
  )
}

function userTexts(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? [message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')]
      : [],
  )
}

/** The results of this turn's searches, in the order of their calls; undefined before the first. */
function searchResults(prompt: LanguageModelV4Prompt): SearchToolOutput[] | undefined {
  const asked = prompt.findLastIndex((message) => message.role === 'user')
  const outputs = prompt
    .slice(asked + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
  return outputs.length === 0 ? undefined : outputs.map(searchOutput)
}

function searchOutput(output: LanguageModelV4ToolResultOutput): SearchToolOutput {
  const parsed = searchToolOutputSchema.safeParse(output.type === 'json' ? output.value : undefined)
  if (!parsed.success) throw new Error('The search gave no result.', { cause: parsed.error })
  return parsed.data
}

function withImageNote(text: string, prompt: LanguageModelV4Prompt, language: string): string {
  const last = prompt.findLast((message) => message.role === 'user')
  const hasFile = last?.role === 'user' && last.content.some((part) => part.type === 'file')
  return hasFile ? `${text}\n\n${answerTexts(language).imageUnread}` : text
}
