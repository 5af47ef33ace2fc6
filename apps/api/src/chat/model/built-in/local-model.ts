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
import { newId } from '../../../platform/ids.ts'
import { type SearchToolOutput, searchToolOutputSchema } from '../search-tool.ts'
import { composeAnswer } from './compose-answer.ts'
import { courteousReply, urgentHelp } from './direct-reply.ts'
import { asksForMore, type QuestionRules, standaloneQuestion } from './standalone-question.ts'

/** Settings of the built-in model. */
export interface LocalModelOptions {
  /** Milliseconds between two pieces of text. @default 15 */
  paceMs?: number
}

/**
 * The model that needs no key: it searches the knowledge base with the tool it is given, and answers with the
 * best sentences of the passages found. It knows nothing else, and says so.
 */
export function createLocalModel({ paceMs = 15 }: LocalModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: 'extractive',
    supportedUrls: {},
    async doGenerate(options) {
      const step = nextStep(options)
      const content: LanguageModelV4Content[] =
        step.type === 'search'
          ? [
              {
                type: 'tool-call',
                toolCallId: newId(),
                toolName: step.tool,
                input: JSON.stringify({ query: step.query }),
              },
            ]
          : [{ type: 'text', text: step.text }]
      return { content, ...endOf(step, options), warnings: [] }
    },
    async doStream(options) {
      const parts = stepParts(nextStep(options), options, paceMs)
      return { stream: ReadableStream.from(parts) }
    },
  }
}

type Step = { type: 'search'; tool: string; query: string } | { type: 'answer'; text: string }

function nextStep({ prompt, tools, toolChoice, providerOptions }: LanguageModelV4CallOptions): Step {
  const asked = userTexts(prompt)
  const rules = rulesOf(providerOptions)
  const question = standaloneQuestion(asked, rules)
  // The one tool that it is given is the search, whatever its name.
  const tool = tools?.find(({ type }) => type === 'function')?.name
  if (tool !== undefined && toolChoice?.type === 'required') return { type: 'search', tool, query: question }
  const direct = urgentHelp(question) ?? courteousReply(asked.at(-1) ?? '')
  if (direct !== undefined) return { type: 'answer', text: direct }
  const results = searchResults(prompt)
  if (results !== undefined)
    return {
      type: 'answer',
      text: withImageNote(
        composeAnswer(question, results, rules.usePrevContext && asksForMore(asked) ? answers(prompt) : ''),
        prompt,
      ),
    }
  if (tool !== undefined) return { type: 'search', tool, query: question }
  return {
    type: 'answer',
    text: 'Searching the knowledge base is switched off for this question, and without it I have nothing to answer from. Switch the tool on and ask again.',
  }
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
    const input = JSON.stringify({ query: step.query })
    yield { type: 'tool-input-start', id, toolName: step.tool }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName: step.tool, input }
  } else {
    yield { type: 'text-start', id }
    for (const delta of wordGroups(step.text)) {
      options.abortSignal?.throwIfAborted()
      yield { type: 'text-delta', id, delta }
      if (paceMs > 0) await delay(paceMs, undefined, { signal: options.abortSignal })
    }
    yield { type: 'text-end', id }
  }
  yield { type: 'finish', ...endOf(step, options) }
}

function endOf(step: Step, { prompt }: LanguageModelV4CallOptions) {
  const searches = step.type === 'search'
  return {
    finishReason: { unified: searches ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
    usage: usageOf(JSON.stringify(prompt), searches ? step.query : step.text),
  }
}

// Four characters a token is the usual estimate for English.
function usageOf(input: string, output: string): LanguageModelV4Usage {
  const inputTokens = Math.ceil(input.length / 4)
  const outputTokens = Math.ceil(output.length / 4)
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  }
}

function wordGroups(text: string): string[] {
  return text.match(/(?:\S+\s*){1,3}/gu) ?? []
}

/** What the earlier answers said. */
function answers(prompt: LanguageModelV4Prompt): string {
  return prompt
    .flatMap((message) => (message.role === 'assistant' ? message.content : []))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
}

function userTexts(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? [message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')]
      : [],
  )
}

/** What the search of this turn found; undefined when there was none since the last question. */
function searchResults(prompt: LanguageModelV4Prompt): SearchToolOutput | undefined {
  const asked = prompt.findLastIndex((message) => message.role === 'user')
  const outputs = prompt
    .slice(asked + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
  if (outputs.length === 0) return undefined
  const found = outputs.map(searchOutput)
  return {
    ...found.at(-1),
    passages: found.flatMap(({ passages }) => passages),
    products: found.flatMap(({ products }) => products),
  }
}

function searchOutput(output: LanguageModelV4ToolResultOutput): SearchToolOutput {
  const parsed = searchToolOutputSchema.safeParse(output.type === 'json' ? output.value : undefined)
  if (!parsed.success) throw new Error('The search gave no result.', { cause: parsed.error })
  return parsed.data
}

function withImageNote(text: string, prompt: LanguageModelV4Prompt): string {
  const last = prompt.findLast((message) => message.role === 'user')
  const hasFile = last?.role === 'user' && last.content.some((part) => part.type === 'file')
  return hasFile
    ? `${text}\n\nI read the text of your question only: this model cannot look at images.`
    : text
}
