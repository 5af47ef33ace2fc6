import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** A model whose words the test emits. */
export interface ScriptedModel extends LanguageModelV4 {
  /** Streams a piece of text to the running call. */
  say: (text: string) => void
  /** Ends the running call. */
  end: () => void
  /** Ends the running call with a failure. */
  fail: (error: unknown) => void
  /** Calls of the model. */
  readonly calls: LanguageModelV4CallOptions[]
  /** Resolves when the model is asked the next time. */
  asked: () => Promise<void>
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** @param titles gives the titles that it is asked for; without it they come from the question, as with the built-in model */
export function createScriptedModel(titles?: () => Promise<string>): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = []
  const waiting: (() => void)[] = []
  let actions: ((error?: unknown) => void)[] = []
  let pending: { type: 'text'; text: string }[] = []
  let finish: { error?: unknown } | undefined
  const wake = () => {
    for (const action of actions) action()
    actions = []
  }
  return {
    specificationVersion: 'v4',
    provider: titles === undefined ? 'local' : 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    async doGenerate({ abortSignal }) {
      if (titles === undefined) throw new Error('The scripted model only streams.')
      const gaveUp = new Promise<never>((_, reject) => {
        abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))
      })
      const content = [{ type: 'text' as const, text: await Promise.race([titles(), gaveUp]) }]
      return { content, usage, finishReason: { unified: 'stop', raw: undefined }, warnings: [] }
    },
    async doStream(options) {
      calls.push(options)
      pending = []
      finish = undefined
      options.abortSignal?.addEventListener('abort', wake)
      async function* parts() {
        yield { type: 'stream-start' as const, warnings: [] }
        yield { type: 'text-start' as const, id: '1' }
        for (;;) {
          options.abortSignal?.throwIfAborted()
          const next = pending.shift()
          if (next !== undefined) yield { type: 'text-delta' as const, id: '1', delta: next.text }
          else if (finish !== undefined) break
          else await new Promise<void>((resolve) => actions.push(() => resolve()))
        }
        if (finish.error !== undefined) throw finish.error
        yield { type: 'text-end' as const, id: '1' }
        yield { type: 'finish' as const, usage, finishReason: { unified: 'stop' as const, raw: undefined } }
      }
      for (const resolve of waiting.splice(0)) resolve()
      return { stream: ReadableStream.from(parts()) }
    },
    say(text) {
      pending.push({ type: 'text', text })
      wake()
    },
    end() {
      finish = {}
      wake()
    },
    fail(error) {
      finish = { error }
      wake()
    },
    asked: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
