import { type Language, say } from '../../languages/say.ts'

/**
 * Reasoning of a model as a collapsible part of its answer (`<details>`), cut after some lines. The part's
 * heading is a piece of the answer, and so in the language of whoever asked, whoever reads it later.
 */
export class ThinkingTrace {
  readonly #maxLines: number
  readonly #language: Language
  #lines = 0
  #isOpen = false

  constructor(maxLines: number, language: Language) {
    this.#maxLines = maxLines
    this.#language = language
  }

  /** The piece of the answer that a piece of thinking becomes; '' beyond the last line. */
  push(thought: string): string {
    if (this.#lines >= this.#maxLines) return ''
    // Its own tags would end the part, or begin another one.
    const plain = thought.replaceAll(/[<>]/gu, '')
    const start = this.#isOpen ? '' : opening(this.#language)
    const text = this.#isOpen ? plain : plain.trimStart()
    if (text === '') return ''
    this.#isOpen = true
    let shown = ''
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) {
        if (!shown.endsWith('\n')) this.#lines += 1
        if (this.#lines >= this.#maxLines) break
        shown += '\n'
      }
      shown += line
    }
    return start + shown
  }

  /** Returns the end of the part, before the first word of the answer; '' without a part. */
  end(): string {
    if (!this.#isOpen) return ''
    this.#isOpen = false
    return closing
  }
}

const opening = (language: Language) => `<details><summary>${say(language, 'Thinking')}</summary>\n\n`
const closing = '\n\n</details>\n\n'
