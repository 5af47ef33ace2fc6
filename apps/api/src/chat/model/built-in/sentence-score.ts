import { type Clause, subjectWords, words } from '../../../knowledge/clauses.ts'
import { nearestWord } from '../../../knowledge/spelling.ts'
import { synonyms, turnsOfPhrase } from '../../../knowledge/synonyms.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import { ageAsked, speaksOfAge } from './ages.ts'
import { overlap, related, splitSentences, stems } from './sentences.ts'

/** A passage as the search gives it. */
export type Passage = SearchToolOutput['passages'][number]

/** A sentence of a passage, with its place in it. */
export interface Sentence {
  text: string
  passage: Passage
  place: number
  stems: ReadonlySet<string>
}

/** A passage's sentences. */
export function passageSentences(passage: Passage): Sentence[] {
  return splitSentences(passage.text).map((text, place) => ({
    text,
    passage,
    place,
    stems: stems(text),
  }))
}

/** How well a sentence answers a clause. */
export interface Score {
  score: number
  /** Whether the sentence, under its heading, speaks of the clause's subject by itself. */
  onSubject: boolean
}

interface WeightedTerm {
  /** The stems of the word as it was asked. */
  asked: ReadonlySet<string>
  /** Those, and the ones of its synonyms. */
  alternatives: ReadonlySet<string>
  weight: number
}

const besideTheSubject: Score = { score: 0, onSubject: false }

/** Rates sentences by how well they answer a clause, among all that the search found. */
export function sentenceScorer(
  clause: Clause,
  sentences: readonly Sentence[],
): (sentence: Sentence) => Score {
  const context = clause.context === undefined ? [] : subjectTerms(clause.context, sentences, 0.35)
  const phrases = turnsOfPhrase.filter(({ asked }) => asked.test(clause.text))
  const wanted = phrases.map(({ alternatives }) => stems(alternatives.join(' ')))
  const { subject, anchors } = anchored([...subjectTerms(clause.text, sentences, 1), ...context], sentences)
  const asked = stems(clause.text)
  const asksAmount = /\bhow (?:much|many|long|often)\b|\bdaily\b|\bper day\b|\bdose\b/iu.test(
    `${clause.context ?? ''} ${clause.text}`,
  )
  const choice = asksChoice.test(clause.text)
  // Words hold letters, digits and apostrophes alone.
  const values = subjectWords(clause.text).map((word) => new RegExp(`\\b${word}\\s+\\d`, 'iu'))
  const age = ageAsked(clause.text)
  const about = passagesAbout(subject, sentences)
  return ({ passage, place, stems: own, text }) => {
    const rank = about.indexOf(passage)
    if (rank === -1) return besideTheSubject
    const heading = stems(passage.section)
    const title = stems(passage.title)
    let score = 0
    for (const term of subject) {
      score += term.weight * closeness(term, own)
      if (meets(term.alternatives, heading)) score += term.weight * 0.6 * closeness(term, heading)
      else if (meets(term.alternatives, title)) score += term.weight * 0.3
    }
    score += 0.5 * overlap(asked, heading) + 0.2 * overlap(asked, own)
    if (wanted.some((alternatives) => meets(alternatives, heading))) score *= 1.8
    if (wanted.some((alternatives) => meets(alternatives, own))) score *= 1.2
    if (choice && advice.test(text)) score *= 1.5
    if (choice && values.some((value) => value.test(text))) score *= 1.3
    // Passages come best first.
    score *= 1 + 0.4 / (1 + rank)
    if (asksAmount && amount.test(text)) score *= 1.35
    if (age !== undefined) score *= ageFactors.get(speaksOfAge(text, age)) ?? 1
    if (place === 0) score *= 1.1
    if (/\b(?:also|however|but)\b/iu.test(text.slice(0, 40))) score *= 0.85
    if (text.length > 320 || text.length < 30) score *= 0.8
    if (
      !anchors.every(({ alternatives }) => [own, heading, title].some((held) => meets(alternatives, held)))
    ) {
      score *= 0.3
    }
    return {
      score,
      onSubject: share(subject, new Set([...own, ...heading])) >= 0.5 && share(subject, own) > 0,
    }
  }
}

const amount =
  /\d\s*(?:mg|mcg|g|iu|kg|%|percent|calories|grams?|ounces?|fluid|cups?|teaspoons?|servings?|minutes?|hours?|days?|weeks?|months?|years?)\b/iu

/** Asks which one to take, and so for advice. */
const asksChoice = /\b(?:which|what)\b.*\b(?:should|choose|pick|best|recommend\w*|right|look for)\b/iu
const advice =
  /\b(?:or (?:higher|more|above)|at least|advis(?:es?|ed)|recommend\w*|choose|look for|should be (?:used|chosen|worn))\b/iu

const ageFactors = new Map<boolean | undefined, number>([
  [true, 1.4],
  [false, 0.6],
])

/** The passages that speak of a clause's subject, in the order in which they were found. */
function passagesAbout(subject: readonly WeightedTerm[], sentences: readonly Sentence[]): Passage[] {
  const passages = [...new Set(sentences.map((sentence) => sentence.passage))].map((passage) => ({
    passage,
    covered: share(subject, stems(`${passage.section} ${passage.title} ${passage.text}`)),
  }))
  const best = Math.max(...passages.map(({ covered }) => covered))
  // The search has judged already what is relevant at all; below a third it answers another clause.
  const least = Math.min(0.5, Math.max(best, 0.34))
  return passages.filter(({ covered }) => covered >= least).map(({ passage }) => passage)
}

/**
 * What the best passage's heading names is what a question is about, however rare its other words are: in 'how much
 * caffeine is safe' a sentence on what else is safe answers nothing.
 */
function anchored(
  terms: readonly WeightedTerm[],
  sentences: readonly Sentence[],
): { subject: WeightedTerm[]; anchors: WeightedTerm[] } {
  const headings = new Map(
    sentences.map(({ passage }) => [passage, stems(`${passage.section} ${passage.title}`)]),
  )
  const named = [...headings.values()].find((held) => terms.some((term) => closeness(term, held) > 0))
  if (named === undefined) return { subject: [...terms], anchors: [] }
  const greatest = Math.max(...terms.map(({ weight }) => weight))
  const isAnchor = (term: WeightedTerm) => meets(term.alternatives, named)
  const subject = terms.map((term) => (isAnchor(term) ? { ...term, weight: greatest } : term))
  return { subject, anchors: subject.filter(isAnchor) }
}

/** 1 for the word itself, less for a synonym, 0 for neither. */
function closeness({ asked, alternatives }: WeightedTerm, held: ReadonlySet<string>): number {
  if (meets(asked, held)) return 1
  return meets(alternatives, held) ? 0.6 : 0
}

function share(terms: readonly WeightedTerm[], held: ReadonlySet<string>): number {
  const total = terms.reduce((sum, term) => sum + term.weight, 0)
  const met = terms.reduce((sum, term) => sum + (meets(term.alternatives, held) ? term.weight : 0), 0)
  return total === 0 ? 0 : met / total
}

/** The words of a clause's subject with their synonyms; rarer ones among the sentences found weigh more. */
function subjectTerms(text: string, sentences: readonly Sentence[], factor: number): WeightedTerm[] {
  const vitamins = [...stems(text)].filter((stem) => /.vitamin$/u.test(stem))
  const plain = subjectWords(text).filter((word) => vitamins.length === 0 || word !== 'vitamin')
  const sets = [
    ...vitamins.map((vitamin) => ({ asked: new Set([vitamin]), alternatives: new Set([vitamin]) })),
    ...plain.map((word) => ({ asked: stems(word), alternatives: withSynonyms(word, sentences) })),
  ]
  return sets.map(({ asked, alternatives }) => {
    const holding = sentences.filter((sentence) => meets(alternatives, sentence.stems)).length
    return {
      asked,
      alternatives,
      weight: holding === 0 ? 0 : factor * Math.log(1 + sentences.length / holding),
    }
  })
}

/** The stems of a word and its synonyms; a misspelt one is taken for the word that the passages know. */
function withSynonyms(word: string, sentences: readonly Sentence[]): Set<string> {
  const asked = stems([word, ...(synonyms.get(word) ?? [])].join(' '))
  if (word.length < 4 || sentences.some((sentence) => meets(asked, sentence.stems))) return asked
  const known = new Set(sentences.flatMap(({ text }) => words(text)))
  const meant = nearestWord(word, [...known])
  return meant === undefined ? asked : stems([meant, ...(synonyms.get(meant) ?? [])].join(' '))
}

function meets(alternatives: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  return [...alternatives].some((alternative) => [...held].some((stem) => related(alternative, stem)))
}
