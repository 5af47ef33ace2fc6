/** A piece of an answer: text as it stands, or a product tag with the name in it. */
export type AnswerPiece = { type: 'text'; text: string } | { type: 'product'; tag: string; name: string }

const opening = '<product'
const whole = /^<product(?:\s[^<>]*)?>([^<>]*)<\/product>/iu
// A name this long is no name; the text is let go.
const maxTagLength = 300

/**
 * Finds product tags in text that arrives in pieces. Only what may be the start of a tag is held back, so that
 * a tag is passed on whole or not at all.
 */
export class ProductTagFinder {
  #held = ''

  /** The pieces that are certain once `text` has come. */
  push(text: string): AnswerPiece[] {
    this.#held += text
    const pieces: AnswerPiece[] = []
    for (;;) {
      const start = this.#held.indexOf('<')
      if (start === -1) {
        addText(pieces, this.#take(this.#held.length))
        return pieces
      }
      addText(pieces, this.#take(start))
      const match = whole.exec(this.#held)
      if (match !== null) {
        pieces.push({ type: 'product', tag: this.#take(match[0].length), name: match[1]?.trim() ?? '' })
      } else if (mayBecomeTag(this.#held)) return pieces
      else addText(pieces, this.#take(1))
    }
  }

  /** Returns the text that was held back when the text ended. */
  end(): AnswerPiece[] {
    const pieces: AnswerPiece[] = []
    addText(pieces, this.#take(this.#held.length))
    return pieces
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }
}

function mayBecomeTag(held: string): boolean {
  if (held.length > maxTagLength) return false
  const start = held.slice(0, opening.length).toLowerCase()
  if (start.length < opening.length) return opening.startsWith(start)
  // Attributes, '>', the name, and the beginning of the closing tag; another tag inside ends the hope.
  return (
    start === opening &&
    /^(?:[\s>]|$)/u.test(held.slice(opening.length)) &&
    /^<[^<]*(?:<\/?\w*)?$/u.test(held)
  )
}

function addText(pieces: AnswerPiece[], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.type === 'text') last.text += text
  else pieces.push({ type: 'text', text })
}
