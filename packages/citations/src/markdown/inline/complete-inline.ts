import { readMarker } from '../syntax/citation-marker.ts'
import { endOfDestination, isPartialAutolink } from './link-ends.ts'
import { mayBecomeHtmlTag, readHtmlTag } from '../syntax/html-tags.ts'
import { DelimiterStack } from './delimiter-stack.ts'

const PLAIN = /[^\\`<&![\]【［*_~]+/uy
const PRODUCT_OPEN = /<product(?:\s[^<>]{0,500})?>([^<]{0,500})/iuy
const PRODUCT_CLOSE = /<\/product\s*>/iuy
const PARTIAL_REFERENCE = /&#?\w{0,31}$/uy
const PARTIAL_MARKER = /\[{0,2}[[【［]\^?[\d\s,;^\u2010-\u2015\u2212-]*\]?$/uy
const PARTIAL_LABEL = /\[[^[\]]*$/uy
const TASK_START = /^\[[ xX]?\]?$/u

/** A bracket further back than this is taken for a literal one. */
const MAX_BRACKET_DISTANCE = 400

/** Plain text of this length is worth settling. */
const LONG = 256

/** Inline text made whole for showing. */
export interface CompletedInline {
  readonly text: string
  /** True when the text ends as its source does, so that plain words can be appended to it. */
  readonly isLiteralEnd: boolean
  /** The length of the part, in source and text alike, that nothing to come can change. */
  readonly settled: number
}

/**
 * Completes the inline text at the open end of an answer, so that it reads as the finished text will: what
 * may still become syntax is held back, and what is open is closed.
 *
 * `**bo` becomes `**bo**`, `[1` and `<prod` are held back, `<product>Mag` becomes a whole tag, and a link
 * whose address is arriving becomes a link without one.
 */
export function completeInline(source: string): CompletedInline {
  const text = source.trimEnd()
  if (TASK_START.test(text)) return { text: '', isLiteralEnd: false, settled: 0 }
  const scan = new InlineScan(text)
  return scan.complete()
}

class InlineScan {
  readonly #text: string
  readonly #delimiters = new DelimiterStack()
  readonly #brackets: { at: number; width: number }[] = []
  readonly #removed: { at: number; width: number }[] = []
  #end: number
  #suffix = ''
  #isHeld = false
  #settled = 0
  #constructEnd = -1
  #commentsUnclosed = false

  constructor(text: string) {
    this.#text = text
    this.#end = text.length
  }

  complete(): CompletedInline {
    let at = 0
    while (at < this.#end) at = this.#step(at)
    for (const bracket of this.#brackets) {
      if (this.#end - bracket.at <= MAX_BRACKET_DISTANCE) this.#removed.push(bracket)
    }
    return { text: this.#assemble(), isLiteralEnd: !this.#isHeld, settled: this.#settled }
  }

  #assemble(): string {
    let text = ''
    let from = 0
    for (const { at, width } of this.#removed.sort((a, b) => a.at - b.at)) {
      if (at < from || at >= this.#end) continue
      text += this.#text.slice(from, at)
      from = at + width
    }
    text += this.#text.slice(from, this.#end)
    return this.#delimiters.close(text.trimEnd() + this.#suffix)
  }

  // Reads what begins at `at` and gives the position behind it.
  #step(at: number): number {
    const text = this.#text
    switch (text.charAt(at)) {
      case '\\':
        return at + 1 === text.length ? this.#holdFrom(at) : at + 2
      case '`':
        return this.#code(at)
      case '<':
        return this.#angle(at)
      case '&':
        return matchesAt(PARTIAL_REFERENCE, text, at) ? this.#holdFrom(at) : at + 1
      case '!':
        if (at + 1 === text.length) return this.#holdFrom(at)
        if (text.charAt(at + 1) !== '[') return at + 1
        this.#brackets.push({ at, width: 2 })
        return at + 2
      case '[':
      case '【':
      case '［':
        return this.#bracket(at)
      case ']':
        return this.#closeBracket(at)
      case '*':
      case '_':
      case '~':
        return this.#delimiter(at)
      default:
        if (at === this.#constructEnd) this.#settle(at)
        PLAIN.lastIndex = at
        return PLAIN.test(text) ? this.#plain(at, PLAIN.lastIndex) : at + 1
    }
  }

  #settle(at: number): void {
    const isFree = this.#brackets.length === 0 && this.#delimiters.isSettled
    if (isFree && /\s/u.test(this.#text.charAt(at))) this.#settled = at
  }

  // Long plain text is settled up to its last word.
  #plain(at: number, end: number): number {
    if (end - this.#settled > LONG) {
      for (let space = end - 1; space > at; space -= 1) {
        if (!/\s/u.test(this.#text.charAt(space)) || /\s/u.test(this.#text.charAt(space - 1))) continue
        this.#settle(space)
        break
      }
    }
    return end
  }

  #afterConstruct(end: number): number {
    this.#constructEnd = end
    return end
  }

  #holdFrom(at: number, suffix = ''): number {
    this.#end = at
    this.#suffix = suffix
    this.#isHeld = true
    return at
  }

  #code(at: number): number {
    const text = this.#text
    const run = runLength(text, at)
    const inside = at + run
    if (inside === text.length) return this.#holdFrom(at)
    for (let close = text.indexOf('`', inside); close >= 0;) {
      const length = runLength(text, close)
      if (length === run) return this.#afterConstruct(close + length)
      close = text.indexOf('`', close + length)
    }
    const content = text
      .slice(inside)
      .replace(/(?<!`)`+$/u, '')
      .trimEnd()
    return content.trim() === ''
      ? this.#holdFrom(at)
      : this.#holdFrom(inside + content.length, '`'.repeat(run))
  }

  #angle(at: number): number {
    const text = this.#text
    PRODUCT_OPEN.lastIndex = at
    const product = PRODUCT_OPEN.exec(text)
    if (product !== null) return this.#product(at, PRODUCT_OPEN.lastIndex, product[1] ?? '')
    if (text.startsWith('<!--', at)) {
      if (this.#commentsUnclosed) return at + 1
      const close = text.indexOf('-->', at + 4)
      if (close >= 0) return close + 3
      this.#commentsUnclosed = true
      return text.length - at < 600 ? this.#holdFrom(at) : at + 1
    }
    if ('<!--'.startsWith(text.slice(at, at + 4))) return this.#holdFrom(at)
    const tag = readHtmlTag(text, at)
    if (tag !== undefined) return tag.end
    return mayBecomeHtmlTag(text, at) || isPartialAutolink(text, at) ? this.#holdFrom(at) : at + 1
  }

  #product(at: number, nameEnd: number, name: string): number {
    const rest = this.#text.slice(nameEnd, nameEnd + 40)
    PRODUCT_CLOSE.lastIndex = nameEnd
    if (PRODUCT_CLOSE.test(this.#text)) return this.#afterConstruct(PRODUCT_CLOSE.lastIndex)
    if (!'</product>'.startsWith(rest.toLowerCase().trimEnd())) return at + 1
    return name.trim() === '' ? this.#holdFrom(at) : this.#holdFrom(nameEnd, '</product>')
  }

  #bracket(at: number): number {
    const text = this.#text
    const isDoubled = text.startsWith('[[', at)
    const marker = readMarker(text, isDoubled ? at + 1 : at)
    if (marker !== undefined && (!isDoubled || text.charAt(marker.end) === ']')) {
      const end = isDoubled ? marker.end + 1 : marker.end
      if (text.charAt(end) !== '(') return this.#afterConstruct(end)
      const close = endOfDestination(text, end)
      if (close > 0) return this.#afterConstruct(close)
      // The address of `[1](…` is on its way; a doubled marker is a citation whatever it leads to.
      return isDoubled ? this.#holdFrom(end) : this.#holdFrom(end, '()')
    }
    if (text.length - at < 600 && matchesAt(PARTIAL_MARKER, text, at)) return this.#holdFrom(at)
    if (text.charAt(at) === '[') this.#brackets.push({ at, width: 1 })
    return at + 1
  }

  #closeBracket(at: number): number {
    const text = this.#text
    const open = this.#brackets.pop()
    if (open === undefined) return at + 1
    if (at + 1 === text.length) {
      this.#brackets.push(open)
      return this.#holdFrom(at)
    }
    if (text.charAt(at + 1) === '(') {
      const close = endOfDestination(text, at + 1)
      if (close === 0) return at + 1
      this.#delimiters.dropFrom(open.at)
      return close > 0 ? this.#afterConstruct(close) : this.#holdFrom(at + 1, '()')
    }
    if (text.length - at < 600 && matchesAt(PARTIAL_LABEL, text, at + 1)) {
      return this.#holdFrom(at + 1, matchesAt(PARTIAL_MARKER, text, at + 1) ? '' : '()')
    }
    return at + 1
  }

  #delimiter(at: number): number {
    const run = runLength(this.#text, at)
    const kept = this.#delimiters.read(this.#text, at, run)
    return kept < run ? this.#holdFrom(at + kept) : this.#afterConstruct(at + run)
  }
}

function runLength(text: string, at: number): number {
  const character = text.charAt(at)
  let end = at + 1
  while (text.charAt(end) === character) end += 1
  return end - at
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
