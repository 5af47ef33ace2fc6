/**
 * What a model thinks, as a part of its answer that can be folded away (`<details>`), cut after some lines.
 */
export class ThinkingTrace {
  readonly #maxLines: number
  #lines = 0
  #isOpen = false

  constructor(maxLines: number) {
    this.#maxLines = maxLines
  }

  /** The piece of the answer that a piece of thinking becomes; '' beyond the last line. */
  push(thought: string): string {
    if (this.#lines >= this.#maxLines) return ''
    // Its own tags would end the part, or begin another one.
    const plain = thought.replaceAll(/[<>]/gu, '')
    const start = this.#isOpen ? '' : opening
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

  /** What ends the part, before the first word of the answer; '' where there is none. */
  end(): string {
    if (!this.#isOpen) return ''
    this.#isOpen = false
    return closing
  }
}

const opening = '<details><summary>Thinking</summary>\n\n'
const closing = '\n\n</details>\n\n'
