import { questionStopWords } from './question-words.ts'

const questionWord =
  'what|whats|which|who|whose|when|where|why|how|is|are|am|was|were|can|could|do|does|did|should|would|will|may|might|must|tell|explain|give|list|compare'
const joinedQuestion = new RegExp(
  `(?:,(?:\\s*(?:and|or|also|plus|but))?|(?<!\\s)\\s+(?:and|or|also|plus|but))\\s+(?=(?:${questionWord})\\b)`,
  'giu',
)
const asksSomething = new RegExp(`^(?:${questionWord})\\b`, 'iu')
const pronoun = /\b(?:it|its|they|them|their|that|this|these|those|one)\b/iu
const opening = /^(?:and|or|also|plus|but|so|then|well|ok|okay|hi|hello|hey|please)\b[\s,]*/iu

/** One of the questions that a message asks. */
export interface Clause {
  text: string
  /** The clause before it, when a pronoun points back there or it names no subject of its own. */
  context?: string
}

/**
 * Splits a message into the questions it asks, so that each is searched for on its own.
 *
 * @example
 * splitClauses('How much magnesium does an adult need, and what helps me sleep?').map((clause) => clause.text)
 * // ['How much magnesium does an adult need', 'what helps me sleep']
 */
export function splitClauses(message: string, maxClauses = 5): Clause[] {
  const [, before, followUp = message] = followUpShape.exec(message) ?? []
  const clauses = clausesOf(followUp, maxClauses)
  const [first] = clauses
  if (before !== undefined && first !== undefined) first.context ??= before
  return clauses
}

const followUpShape = /^Following “([^”]+)”: (.+)$/su

/** A follow-up as a text that stands alone: `splitClauses` reads the question before it as its context. */
export function followUpTo(before: string, text: string): string {
  return `Following “${before.replaceAll(/[“”]/gu, '"')}”: ${text}`
}

function clausesOf(message: string, maxClauses: number): Clause[] {
  const texts = message
    .split(/(?<=[^\s.]{2}[.!])\s+|[?;\n]+/u)
    .flatMap((sentence) => sentence.split(joinedQuestion))
    .map((part) =>
      part
        .trim()
        .replace(opening, '')
        .replace(/(?<![\s.,!:])[\s.,!:]+$/u, ''),
    )
    .filter((part) => /\p{L}{2}/u.test(part))
  const clauses: Clause[] = []
  for (const text of texts) {
    const before = clauses.at(-1)
    const pointsBack = pronoun.test(text) || subjectWords(text).length === 0
    clauses.push(before !== undefined && pointsBack ? { text, context: before.text } : { text })
  }
  return clauses.slice(0, maxClauses)
}

const word = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu

/** The words of a text in lower case: 'Omega-3, for adults’ hearts' gives omega, 3, for, adults’, hearts. */
export function words(text: string): string[] {
  return [...text.toLowerCase().matchAll(word)].map(([found]) => found.replaceAll('’', "'"))
}

/** Returns whether a clause is a question rather than a statement. */
export function isQuestion({ text }: Clause): boolean {
  return asksSomething.test(text)
}

/** The words of a text that say what it is about. */
export function subjectWords(text: string): string[] {
  return words(text).filter(
    (word) => word.length > 1 && !/^\d+$/u.test(word) && !questionStopWords.has(word.replaceAll("'", '')),
  )
}
