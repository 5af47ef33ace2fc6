import { normalise } from './normalise.ts'

/** One word or number of a conversation. */
export interface Token {
  /** Normalised; digits and their unit are two tokens. */
  word: string
  /** The value of a number. */
  value?: number
  /** Counts on through the whole conversation. */
  sentence: number
  /** The index of the message that it stands in. */
  turn: number
  /** Distance from the start: a sentence's end counts as two tokens, a message's end as a thousand. */
  at: number
  /** True when the sentence of this token ends with a question mark. */
  asked: boolean
}

const sentenceGap = 2
const turnGap = 1000
/** Tokens after which a sentence without an end is cut, so that one word of the past does not frame a whole message. */
const longestSentence = 80
/** Characters of a word that are compared with the lexicon; no listed word is longer. */
const longestWord = 40

const piece = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\d]*|[.!?؟;؛\n%/:+-]/gu

const sentenceEnds = new Set('.!?؟;؛\n')

function isDigit(found: string): boolean {
  const code = found.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Splits messages, oldest first, into one sequence of tokens. */
export function tokenise(messages: readonly string[]): Token[] {
  const tokens: Token[] = []
  let at = 0
  let sentence = 0
  for (const [turn, message] of messages.entries()) {
    let opened = tokens.length
    const endSentence = (asked: boolean) => {
      if (tokens.length === opened) return
      if (asked) for (let i = opened; i < tokens.length; i += 1) markAsked(tokens[i])
      opened = tokens.length
      sentence += 1
      at += sentenceGap
    }
    for (const found of normalise(message).match(piece) ?? []) {
      if (found.length === 1 && sentenceEnds.has(found)) endSentence(found === '?' || found === '؟')
      else if (found === '/' || found === ':' || found === '+' || found === '-') {
        if (found === '+' || (found === '/' && tokens.at(-1)?.value !== undefined))
          tokens.push({ word: found, sentence, turn, at: at++, asked: false })
      } else {
        if (tokens.length - opened >= longestSentence) {
          opened = tokens.length
          sentence += 1
        }
        if (isDigit(found)) {
          const value = numberOf(found)
          tokens.push({ word: String(value), value, sentence, turn, at: at++, asked: false })
        } else tokens.push({ word: found.slice(0, longestWord), sentence, turn, at: at++, asked: false })
      }
    }
    endSentence(false)
    at += turnGap
  }
  return joinSpelt(tokens)
}

function markAsked(token: Token | undefined): void {
  if (token !== undefined) token.asked = true
}

/** 50.000 and 30,000 are thousands; 38,4 and 38.4 are decimals. */
function numberOf(written: string): number {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/u.test(written)
    ? written.replaceAll(/[.,]/gu, '')
    : written.replace(',', '.')
  const value = Number.parseFloat(plain)
  return Number.isFinite(value) ? value : 0
}

/** Joins four or more single letters in a row: `k i l l`. */
function joinSpelt(tokens: Token[]): Token[] {
  const joined: Token[] = []
  // Each run is read once: reading a run of digits again from each of its places would take quadratic time.
  for (let start = 0, end = 0; start < tokens.length; start = end) {
    const token = tokens[start]
    if (token === undefined) break
    end = start + 1
    if (token.word.length === 1) {
      while (tokens[end]?.word.length === 1 && tokens[end]?.turn === token.turn) end += 1
    }
    const run = tokens.slice(start, end)
    if (run.length >= 4 && run.some(({ value }) => value === undefined)) {
      const { value: _value, ...rest } = token
      const word = run.map((part) => part.word).join('')
      joined.push({ ...rest, word: word.slice(0, longestWord) })
    } else for (const part of run) joined.push(part)
  }
  return joined
}
