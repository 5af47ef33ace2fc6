import { type Clause, subjectWords } from '../../../knowledge/text/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import { splitSentences } from '../sentences.ts'
import { continues } from './dangling.ts'
import {
  type Fit,
  fitOf,
  type Population,
  populationAsked,
  populationOf,
  isOnVulnerable,
  isVeryYoung,
} from './population.ts'
import { asksFigure, figure, kindFactor } from './question-kind.ts'
import { overlap, related, stem, stems } from './stems.ts'

/** A passage as the search gives it. */
export type Passage = SearchToolOutput['passages'][number]

/** A sentence of a passage, with its place in it. */
export interface Sentence {
  text: string
  passage: Passage
  place: number
  stems: ReadonlySet<string>
  population: Population
}

/** A passage's sentences. */
export function passageSentences(passage: Passage): Sentence[] {
  return splitSentences(passage.text, passage.language).map((text, place) => ({
    text,
    passage,
    place,
    stems: stems(text),
    population: populationOf(text),
  }))
}

/** Scores a sentence as an answer to a clause. */
export interface Score {
  score: number
  /** True when the sentence, under its heading, speaks of the clause's subject by itself. */
  onSubject: boolean
  fit: Fit
}

/** A word or phrase of the question. */
interface WeightedTerm {
  /** Stems of the word as it was asked. */
  asked: readonly string[]
  /** Stems of each way to say it; all stems of one must be there. */
  alternatives: readonly (readonly string[])[]
  weight: number
}

const contextFactor = 0.35
// Share of the question's weight that each sentence has whose passage answers a stored question like it.
const askedFactor = 0.3

/** Words that say what is wanted of the subject; the kind of the question counts them already. */
const wanting = new Set(
  'lower reduce increase improve ease relieve manage handle cope beat fight prevent stop treat cure boost raise cut work eat drink take use best good safe buy help need find feel make keep many much really worry safely'
    .split(' ')
    .map(stem),
)
const wantingFactor = 0.4

// Advice on pregnancy and infants goes before other sentences.
const vulnerableFactor = 2

/** The fit of {@link fitOf}; amounts for children are no amounts for infants. */
function fitOfSentence(asked: Population, population: Population, text: string): Fit {
  const fit = fitOf(asked, population)
  const isOfChildren = fit === 'neutral' && isVeryYoung(asked) && population.ages.length > 0
  return isOfChildren && figure.test(text) ? 'conflict' : fit
}

const sectionFactor = 1.5

/** Returns whether the heading of a passage names people of the ages that were asked about. */
function isSectionOn(asked: Population, { section }: Passage): boolean {
  const named = populationOf(section)
  return asked.ages.length > 0 && named.ages.length > 0 && fitOf(asked, named) !== 'conflict'
}

function importance(word: string): number {
  return wanting.has(stem(word)) ? wantingFactor : 1
}

/**
 * Rates sentences by how well they answer a clause, among all that the search found.
 *
 * @param found the question's words as the search read and expanded them @default the words of the clause alone
 */
export function sentenceScorer(
  clause: Clause,
  sentences: readonly Sentence[],
  { terms = [], covered, passages: found }: Partial<SearchToolOutput> = {},
): (sentence: Sentence) => Score {
  const question = `${clause.text} ${clause.context ?? ''}`
  const subject = questionTerms(clause, sentences, terms)
  const own = kindFactor(clause.text)
  const before = kindFactor(clause.context ?? '')
  const ownPeople = populationAsked(clause.text)
  const asked = ownPeople.ages.length > 0 ? ownPeople : populationAsked(question)
  const wantsFigure = asksFigure.test(clause.text)
  const values = subjectWords(clause.text)
    .filter((word) => /^[\p{L}]+$/u.test(word))
    .map((word) => new RegExp(String.raw`\b${word}\s+\d`, 'iu'))
  const askedStems = stems(clause.text)
  const passages = [...new Set(sentences.map(({ passage }) => passage))]
  const bestScore = Math.max(0, ...passages.map(({ score = 0 }) => score))
  const total = subject.reduce((sum, { weight }) => sum + weight, 0)
  const named = anchorsOf(subject, found ?? passages)
  const names = new Map(
    passages.map((passage) => [passage, { heading: stems(passage.section), title: stems(passage.title) }]),
  )
  const topics = new Map(passages.map((passage) => [passage, stems(passage.title.split(':')[0] ?? '')]))
  const isTrusted = covered === true && terms.length === 0
  const askedAs = new Map(passages.map(({ asked_as: text }) => [text, stems(text ?? '')]))
  const isAnswered =
    isTrusted ||
    passages.some(({ asked_as: text }) => text !== undefined) ||
    sentences.some(({ stems: held, passage }) =>
      subject.some((term) => {
        const above = names.get(passage)
        return (
          term.weight > 0 &&
          [held, above?.heading, above?.title].some(
            (where) => where !== undefined && closeness(term, where) > 0,
          )
        )
      }),
    )
  return ({ passage, place, stems: held, text, population }) => {
    const { heading, title } = names.get(passage) ?? { heading: held, title: held }
    if (!isAnswered) return { score: 0, fit: 'neutral', onSubject: false }
    let base = 0
    let inSentence = 0
    for (const term of subject) {
      const here = closeness(term, held)
      const above = Math.max(0.6 * closeness(term, heading), 0.3 * closeness(term, title))
      base += term.weight * (here + above)
      if (here > 0 || above > 0.3) inSentence += term.weight
    }
    // A covered passage answers even where its words are all others.
    base += 0.1 * Math.max(1, total) * (place === 0 ? 1.2 : 1)
    base += 0.5 * overlap(askedStems, heading) + 0.2 * overlap(askedStems, held)
    const isAsked = passage.asked_as !== undefined
    // A stored question is close to the one asked: its passage answers it, in whatever words.
    if (isAsked)
      base +=
        askedFactor * Math.max(1, total) * (1 + overlap(askedAs.get(passage.asked_as) ?? askedStems, held))
    let score = base * own(text, passage.section) * (1 + 0.3 * (before(text, passage.section) - 1))
    if (values.some((value) => value.test(text))) score *= 1.15
    // Passages come best first.
    const rank = passages.indexOf(passage)
    score *= bestScore > 0 ? 0.35 + 0.65 * ((passage.score ?? 0) / bestScore) : 1 + 0.4 / (1 + rank)
    const fit = fitOfSentence(asked, population, text)
    // A sentence on the same people and another subject is no better for it.
    if (fit === 'exact') score *= total === 0 || inSentence > 0 ? 1.5 : 1
    else if (fit === 'conflict') score *= figure.test(text) || wantsFigure ? 0.25 : 0.55
    if (isSectionOn(asked, passage)) score *= sectionFactor
    // Advice for pregnancy and infants comes before what is said of everybody.
    if (inSentence > 0 && fit !== 'conflict' && isOnVulnerable(asked, population)) score *= vulnerableFactor
    if (place === 0) score *= 1.08
    if (continues(text)) score *= 0.8
    if (text.length > 330 || text.length < 30) score *= 0.85
    const isNamed =
      isAsked ||
      named.length === 0 ||
      named.some((anchor) => [held, heading, title].some((where) => closeness(anchor, where) > 0))
    if (!isNamed) score *= 0.3
    // An article on one remedy answers a question on that remedy better than one on what remedies are for.
    if (!isAsked && total > 0 && subject.every((term) => closeness(term, topics.get(passage) ?? title) === 0))
      score *= 0.7
    return { score, fit, onSubject: isNamed && (isAsked || total === 0 || inSentence / total >= 0.45) }
  }
}

/** The question's terms that the best passage's heading or title names: a sentence without them is beside the question. */
function anchorsOf(terms: readonly WeightedTerm[], passages: readonly Passage[]): WeightedTerm[] {
  // "The upper limit of calcium" is about calcium, whatever other limits are found.
  const subjects = terms.filter(
    (term) =>
      term.weight > 0.8 &&
      passages.some(({ title }) => closeness(term, stems(title.split(':')[0] ?? '')) === 1),
  )
  if (subjects.length > 0) return subjects
  for (const { section, title } of passages.slice(0, 3)) {
    const held = stems(`${section} ${title}`)
    const anchors = terms.filter((term) => term.weight > 0.5 && closeness(term, held) === 1)
    if (anchors.length > 0) return anchors.slice(0, 1)
  }
  return []
}

function questionTerms(
  { text, context }: Clause,
  sentences: readonly Sentence[],
  found: NonNullable<SearchToolOutput['terms']>,
): WeightedTerm[] {
  const own = stems(text)
  const before = stems(context ?? '')
  if (found.length > 0) {
    return found.flatMap(({ asked, alternatives, weight }) => {
      const askedStems = [...stems(asked)]
      const inOwn = askedStems.every((part) => own.has(part))
      const inContext = askedStems.every((part) => before.has(part))
      if (askedStems.length === 0 || (!inOwn && !inContext)) return []
      return [
        {
          asked: askedStems,
          alternatives: alternatives.map((alternative) => [...stems(alternative)]),
          weight: weight * importance(asked) * (inOwn ? 1 : contextFactor),
        },
      ]
    })
  }
  return [
    ...plainTerms(text, sentences, 1),
    ...(context === undefined ? [] : plainTerms(context, sentences, contextFactor)),
  ]
}

/** Words of a text; rarer ones among the sentences found weigh more. */
function plainTerms(text: string, sentences: readonly Sentence[], factor: number): WeightedTerm[] {
  const vitamins = [...stems(text)].filter((found) => /.vitamin$/u.test(found))
  const plain = subjectWords(text).filter((word) => vitamins.length === 0 || word !== 'vitamin')
  return [...vitamins, ...plain.map(stem)].map((asked) => {
    const holding = sentences.filter(
      ({ stems: held }) => closeness({ asked: [asked], alternatives: [], weight: 0 }, held) > 0,
    )
    const rarity = holding.length === 0 ? 0 : Math.log(1 + sentences.length / holding.length)
    const weight = rarity * factor * importance(asked)
    return { asked: [asked], alternatives: [], weight }
  })
}

/** 1 for the word itself, less for another way to say it, 0 for neither. */
function closeness({ asked, alternatives }: WeightedTerm, held: ReadonlySet<string>): number {
  if (asked.length > 0 && asked.every((part) => holds(held, part))) return 1
  return alternatives.some((parts) => parts.length > 0 && parts.every((part) => holds(held, part))) ? 0.75 : 0
}

function holds(held: ReadonlySet<string>, wanted: string): boolean {
  if (held.has(wanted)) return true
  if (wanted.length < 6) return false
  for (const other of held) if (related(wanted, other)) return true
  return false
}
