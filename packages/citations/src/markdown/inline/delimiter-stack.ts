interface Opener {
  readonly character: string
  readonly at: number
  length: number
}

/** An opener further back than this is taken for a literal one. */
const MAX_DISTANCE = 1500

/** Keeps the emphasis that is open while the end of a text is read. */
export class DelimiterStack {
  readonly #open: Opener[] = []
  readonly #counts = new Map<string, number>()
  #last = 0
  #hasDoubtful = false

  /**
   * Reads a run of delimiters.
   *
   * @returns how many of its characters may be shown; fewer than `run` only at the end of the text, where
   * the rest may still become something else
   */
  read(text: string, at: number, run: number): number {
    this.#last = at
    const character = text.charAt(at)
    const before = text.charAt(at - 1)
    const after = text.charAt(at + run)
    if (after === '') return this.#readAtEnd(character, before, run)
    if (character === '~' ? run !== 2 : run > 3) {
      if (run > 1) this.#hasDoubtful = true
      return run
    }
    const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
    const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
    let rest = run
    if (character === '_' ? right && (!left || isPunctuation(after)) : right)
      rest = this.#closeBy(character, run)
    const mayOpen = character === '_' ? left && (!right || isPunctuation(before)) : left
    // One asterisk inside a word is a sign of multiplication more often than emphasis.
    const insideWord = rest === 1 && left && right
    if (insideWord) this.#hasDoubtful = true
    else if (rest > 0 && mayOpen) this.#push({ character, at: at + run - rest, length: rest })
    return run
  }

  /** True when no delimiter is open and none was skipped that might be. */
  get isSettled(): boolean {
    return this.#open.length === 0 && !this.#hasDoubtful
  }

  /** Forgets what was opened at or behind `at`: a link ends the emphasis inside it. */
  dropFrom(at: number): void {
    while ((this.#open.at(-1)?.at ?? -1) >= at) this.#pop()
  }

  /** Closes what is open at the end of `text`; an opener with nothing behind it is taken away. */
  close(text: string): string {
    let closed = text
    for (let opener = this.#pop(); opener !== undefined; opener = this.#pop()) {
      const marks = opener.character.repeat(opener.length)
      if (this.#last - opener.at > MAX_DISTANCE) continue
      closed =
        closed.endsWith(marks) && isBareEnd(closed, marks)
          ? closed.slice(0, -marks.length).trimEnd()
          : closed + marks
    }
    return closed
  }

  #push(opener: Opener): void {
    this.#open.push(opener)
    this.#counts.set(opener.character, (this.#counts.get(opener.character) ?? 0) + 1)
  }

  #pop(): Opener | undefined {
    const opener = this.#open.pop()
    if (opener !== undefined)
      this.#counts.set(opener.character, (this.#counts.get(opener.character) ?? 0) - 1)
    return opener
  }

  #has(character: string): boolean {
    return (this.#counts.get(character) ?? 0) > 0
  }

  #readAtEnd(character: string, before: string, run: number): number {
    if (isSpace(before) || !this.#has(character)) return 0
    const opener = this.#open.findLast((candidate) => candidate.character === character)
    if (opener === undefined || opener.length > run) return 0
    this.#closeBy(character, opener.length)
    return opener.length + this.#readAtEnd(character, character, run - opener.length)
  }

  // Closes openers with up to `run` characters, and gives how many are left.
  #closeBy(character: string, run: number): number {
    let rest = run
    while (rest > 0 && this.#has(character)) {
      // Delimiters opened inside and not closed stay literal.
      while (this.#open.at(-1)?.character !== character) this.#pop()
      const opener = this.#open.at(-1)
      if (opener === undefined) return rest
      if (opener.length > rest) {
        opener.length -= rest
        return 0
      }
      rest -= opener.length
      this.#pop()
    }
    return rest
  }
}

function isBareEnd(text: string, marks: string): boolean {
  const before = text.charAt(text.length - marks.length - 1)
  return before === '' || isSpace(before) || before === '(' || before === '['
}

function isSpace(character: string): boolean {
  return character === '' || /\s/u.test(character)
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character)
}
