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
  /** Whether the sentence of this token ends with a question mark. */
  asked: boolean
}

/** Tokens of one message that are read; the danger of a longer one is looked for at both of its ends. */
export const maxTokens = 1200

const sentenceGap = 2
const turnGap = 1000

const piece = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\d]*|[.!?؟;؛\n%/:+-]/gu

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
    for (const { 0: found } of normalise(bothEnds(message)).matchAll(piece)) {
      if (/^[.!?؟;؛\n]$/u.test(found)) endSentence(found === '?' || found === '؟')
      else if (found === '/' || found === ':' || found === '+' || found === '-') {
        if (found === '+') tokens.push({ word: '+', sentence, turn, at: at++, asked: false })
        else if (found === '/' && tokens.at(-1)?.value !== undefined)
          tokens.push({ word: '/', sentence, turn, at: at++, asked: false })
      } else {
        const value = /^\d/u.test(found) ? numberOf(found) : undefined
        tokens.push({
          word: value === undefined ? found : String(value),
          ...(value === undefined ? {} : { value }),
          sentence,
          turn,
          at: at++,
          asked: false,
        })
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

const longestRead = 8000

/** Both ends of a long message: a danger stands at its start or its end, and the time stays bounded. */
function bothEnds(message: string): string {
  if (message.length <= longestRead) return message
  return `${message.slice(0, longestRead / 2)}\n${message.slice(-longestRead / 2)}`
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
  for (let i = 0; i < tokens.length; i += 1) {
    let end = i
    while (tokens[end]?.word.length === 1 && tokens[end]?.turn === tokens[i]?.turn) end += 1
    const token = tokens[i]
    if (token === undefined) break
    if (end - i >= 4 && tokens.slice(i, end).some(({ value }) => value === undefined)) {
      const { value: _value, ...rest } = token
      joined.push({
        ...rest,
        word: tokens
          .slice(i, end)
          .map(({ word }) => word)
          .join(''),
      })
      i = end - 1
    } else joined.push(token)
  }
  return joined
}
