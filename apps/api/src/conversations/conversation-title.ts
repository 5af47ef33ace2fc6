import { chatLimits } from '@org/api-client/contract'
import { splitClauses } from '../knowledge/text/clauses.ts'

const filler =
  /^(?:(?:hi|hello|hey|so|well|please|ok|okay|also|and)\b[\s,!.]*|(?:can|could|would) you (?:please )?(?:tell me|explain|say|help me(?: with)?)\s+|(?:please )?(?:tell me|explain|i (?:want|would like|'d like) to know)\s+(?:about\s+|please\s+)?)/iu

const maxLength = 60

/** The title in place of an empty one (specification 1, section 9). */
const untitled = 'Untitled'

/** Characters of a question from which a title is made: longer ones are pasted texts. */
const titledCharacters = 2000

/**
 * A title from a conversation's first question: its first sentence without courtesies, at most 60 characters,
 * cut between words.
 */
export function titleFromQuestion(question: string): string {
  let text = question
    .slice(0, titledCharacters)
    .replaceAll(/[`*_#<>[\]]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(filler, '')
  }
  const sentence = /^.*?[?!](?=\s|$)|^.*?[^\s.]{2}\.(?=\s|$)/u.exec(text)?.[0] ?? text
  const [clause] = splitClauses(sentence)
  // A question of several parts is named by its first one where the whole would be cut.
  const whole = Array.from(sentence).length <= maxLength || clause === undefined ? sentence : clause.text
  const bare = whole.replace(/(?<![\s.,;:!])[\s.,;:!]+$/u, '')
  const [first = '', ...rest] = bare
  return shorten(first.toUpperCase() + rest.join(''))
}

/** Text of at most `max` characters, cut between words where it can be, with '…' for what is missing. */
export function shorten(text: string, max = maxLength): string {
  // A title may be megabytes long: two UTF-16 units a character are enough to see that it is cut.
  const characters = Array.from(text.slice(0, 2 * max + 2))
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s.,;:!?–—-])[\s.,;:!?–—-]+$/u, '')}…`
}

/** Any title is accepted (specification 1, section 5): an empty one becomes 'Untitled', a long one is cut. */
export function titleOf(title: string): string {
  return title.trim() === '' ? untitled : shorten(title.trim(), chatLimits.titleCharacters)
}
