import type { HighlightCode } from '../code-tokens.ts'
import type { AnswerView, CodeBlock } from '../markdown/render/answer-view.ts'

// More than this is no code to read, and would take its time.
const MAX_LENGTH = 20_000

/** Colours the code of blocks that are done, when the browser has nothing better to do. */
export class CodeHighlighter {
  readonly #view: AnswerView
  #next = 0
  #doneCount = 0
  #isWaiting = false

  constructor(view: AnswerView) {
    this.#view = view
  }

  /** Sees to the blocks before `doneCount`, once each. */
  update(highlight: HighlightCode | undefined, doneCount: number): void {
    this.#doneCount = doneCount
    this.#next = Math.min(this.#next, doneCount)
    if (highlight === undefined || this.#next === doneCount || this.#isWaiting) return
    this.#isWaiting = true
    whenIdle(() => {
      this.#isWaiting = false
      for (; this.#next < this.#doneCount; this.#next += 1) {
        for (const block of this.#view.codeBlocks(this.#next)) void this.#colour(block, highlight)
      }
    })
  }

  async #colour(block: CodeBlock, highlight: HighlightCode): Promise<void> {
    const { code, language } = block
    if (code.length > MAX_LENGTH) return
    try {
      const tokens = await highlight(code, language)
      // Highlighting adds colours, never words.
      if (tokens?.map(({ text }) => text).join('') === code) this.#view.colour(block, tokens)
    } catch {
      // Code without colours is still code.
    }
  }
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
