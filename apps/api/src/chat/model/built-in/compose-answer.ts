import type { AnswerOutcome } from '@org/api-client/contract'
import { type Clause, isQuestion, splitClauses, subjectWords } from '../../../knowledge/text/clauses.ts'
import type { AnswerJudgement } from '../answer-judgement.ts'
import { citedNumbers } from '../citation-markers.ts'
import { quoteOf } from '../quotes.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import {
  furtherReading,
  missingParts,
  productLine,
  relevantProducts,
  type Section,
  sectionParts,
} from './answer-parts.ts'
import { type AnswerTexts, answerTexts } from './answer-texts.ts'
import { inReadableOrder } from './dangling.ts'
import { isParticular, isVeryYoung, populationAsked } from './population.ts'
import { asksFigure, figure, spellQuestionWords } from './question-kind.ts'
import {
  type Passage,
  passageSentences,
  type Score,
  type Sentence,
  sentenceScorer,
} from './sentence-score.ts'
import { overlap } from './stems.ts'
import { isStatedWhole } from './stated-whole.ts'
import { nearbyPassages, suggestionsFrom } from './suggestions.ts'
import { mayAnswer, type SearchedClause, withoutUncounted } from './uncounted.ts'

/** An answer of the built-in model: its text, and its own account of it. */
export interface ComposedAnswer extends AnswerJudgement {
  text: string
}

/** Everything that an answer is composed from. */
export interface ComposeOptions {
  /** Sentences of earlier answers, when the person asks for more. @default none */
  said?: string
  /** The asker's language. @default 'en' */
  language?: string
  /** The things that are compared, with what was found on each. @default none */
  sides?: readonly { name: string; question: string; found: SearchToolOutput }[]
}

/** The text of {@link composeReply}. */
export function composeAnswer(question: string, found: SearchToolOutput, said = ''): string {
  return composeReply(question, found, { said }).text
}

/**
 * Writes an answer from what a search found: for each part of the question the sentences that decide it, word for word,
 * each with the number of its source, then the products that fit. It names what the sources do not cover.
 */
export function composeReply(
  asked: string,
  found: SearchToolOutput,
  { said = '', language = 'en', sides = [] }: ComposeOptions = {},
): ComposedAnswer {
  const question = spellQuestionWords(asked)
  const texts = answerTexts(language)
  const isCovered =
    ((found.covered ?? true) || isStatedWhole(question, found)) &&
    found.passages.length > 0 &&
    !asksOfAnimals(question, found)
  const compared = sides.length > 1 && !isCompared(sides, found) ? composeSides(question, sides) : undefined
  if (!isCovered && compared === undefined) return uncovered(question, found, texts)
  const all = sentencesOf(found)
  const clauses = questionsOf(question).map((clause) => withoutUncounted(clause, all, found.terms))
  const passages = found.passages.filter((passage) => mayAnswer(passage, clauses))
  const sentences = all.filter(({ passage }) => passages.includes(passage))
  const fresh = sentences.filter(({ text }) => !said.includes(text.replace(/[.!?]$/u, '')))
  if (fresh.length === 0 && compared === undefined) return nothingNew(said, question, found, texts)
  const used = new Set<Sentence>()
  const sections: Section[] = compared ?? []
  const missing: Clause[] = []
  let otherPeople = false
  for (const clause of compared === undefined ? clauses : []) {
    const section =
      clause.text === ''
        ? undefined
        : composeSection(clause, fresh, used, {
            maxPoints: said !== '' ? 5 : clauses.length > 1 ? 2 : 3,
            found,
            isMore: said !== '',
          })
    if (section === 'other people') otherPeople = true
    else if (section !== undefined && section.lead.length > 0) sections.push(section)
    else if (
      section === undefined &&
      isQuestion(clause.asked) &&
      subjectWords(clause.asked.text).length > 0
    ) {
      missing.push(clause.asked)
    }
  }
  if (sections.length === 0) {
    if (otherPeople)
      return {
        ...uncovered(question, found, texts),
        text: `${texts.otherPeopleOnly} ${texts.askProfessional}`,
      }
    return nothingNew(said, question, found, texts)
  }
  const parts = sections.flatMap((section, index) =>
    sectionParts(section, { before: sections[index - 1], isTitled: sections.length > 1, texts }),
  )
  if (missing.length > 0) parts.push(missingParts(missing, language, texts))
  const rest = passages.filter(
    (passage) =>
      ![...used, ...sections.flatMap(({ lead }) => lead)].some((sentence) => sentence.passage === passage),
  )
  const foreign =
    language !== 'en' &&
    sections.some(({ lead }) => lead.some(({ passage }) => passage.language !== language))
  if (foreign) parts.unshift(texts.sourcesInEnglish)
  const more = foreign || language !== 'en' ? '' : furtherReading(rest)
  if (more !== '') parts.push(more)
  const products = said === '' && language === 'en' ? relevantProducts(question, found.products) : []
  if (products.length > 0) parts.push(productLine(products))
  const isPartial =
    missing.length > 0 || otherPeople || sections.some(({ clause }) => clause.uncounted !== undefined)
  const suggestions = suggestionsFrom(
    [...rest, ...passages],
    texts,
    question,
    sections.flatMap(({ lead }) => lead[0]?.passage ?? []),
  )
  return finish(parts.join('\n\n'), isPartial ? 'partial' : 'answered', suggestions, found, sides)
}

/** Numbers the cited passages anew, in the order of their first mention. */
function finish(
  text: string,
  outcome: AnswerOutcome,
  suggestions: string[],
  found: SearchToolOutput,
  sides: NonNullable<ComposeOptions['sides']>,
): ComposedAnswer {
  const passages = [found, ...sides.map((side) => side.found)].flatMap((one) => one.passages)
  const order = citedNumbers(text)
  const renumbered = text.replaceAll(/\[(\d+)\](?!\()/gu, (whole, number) => {
    const at = order.indexOf(Number(number))
    return at === -1 ? whole : `[${at + 1}]`
  })
  const sources = order.map((number) => {
    const passage = passages.find(({ citation }) => citation === number)
    return { number, quote: passage === undefined ? undefined : quoteOf(passage.text, text) }
  })
  return { text: renumbered, outcome, suggestions, sources }
}

/** The questions of a message; its statements ("My mother is 60.") are their context. */
function questionsOf(message: string): Clause[] {
  const clauses = splitClauses(message)
  const asked = clauses.filter(isQuestion)
  if (asked.length === 0 || asked.length === clauses.length) return clauses
  const said = clauses.filter((clause) => !isQuestion(clause)).map(({ text }) => text)
  return asked.map(({ text, context = said.join('. ') }) => ({ text, context }))
}

function sentencesOf(found: SearchToolOutput): Sentence[] {
  return found.passages.flatMap(passageSentences)
}

const animals =
  /\b(?:dogs?|cats?|pets?|pupp(?:y|ies)|kittens?|horses?|rabbits?|hamsters?|parrots?|chickens?)\b/iu

/** Amounts for people are no answer for animals. */
function asksOfAnimals(question: string, { passages, terms = [] }: SearchToolOutput): boolean {
  const [animal] = animals.exec(question) ?? []
  if (animal === undefined) return false
  // "Downward dog" is a pose.
  const isName = ({ asked, known }: (typeof terms)[number]) =>
    known && asked.includes(' ') && asked.includes(animal.toLowerCase())
  if (terms.some(isName)) return false
  return !passages.some(({ text }) => text.toLowerCase().includes(animal.toLowerCase().replace(/s$/u, '')))
}

function uncovered(question: string, found: SearchToolOutput, texts: AnswerTexts): ComposedAnswer {
  const { only_authors: authors = [] } = found
  const alternatives = (found.terms ?? []).flatMap((term) => term.alternatives)
  const suggestions = suggestionsFrom(nearbyPassages(question, found.passages, alternatives), texts, question)
  const text =
    authors.length > 0
      ? texts.uncoveredByAuthors(authors)
      : suggestions.length > 0
        ? `${texts.uncovered} ${texts.askProfessional}`
        : texts.uncovered
  return { text, outcome: 'uncovered', suggestions, sources: [] }
}

function nothingNew(
  said: string,
  question: string,
  found: SearchToolOutput,
  texts: AnswerTexts,
): ComposedAnswer {
  if (said === '') return uncovered(question, found, texts)
  const suggestions = suggestionsFrom(found.passages, texts, question)
  return { text: texts.noMore, outcome: 'partial', suggestions, sources: [] }
}

interface Scored extends Score {
  sentence: Sentence
}

/**
 * The sentences that answer a clause. Without a lead, the answer so far has them already; undefined when nothing
 * answers it; 'other people' when all figures belong to others than those who were asked about.
 */
function composeSection(
  clause: SearchedClause,
  sentences: readonly Sentence[],
  used: Set<Sentence>,
  { maxPoints, found, isMore = false }: { maxPoints: number; found: SearchToolOutput; isMore?: boolean },
): Section | 'other people' | undefined {
  const score = sentenceScorer(clause, isMore ? sentencesOf(found) : sentences, found)
  const scored = sentences
    .map((sentence): Scored => Object.assign({ sentence }, score(sentence)))
    .filter((item) => item.score > 0 && (!isMore || item.onSubject))
    .toSorted((left, right) => right.score - left.score)
  if (scored.length === 0) return undefined
  const ranked = scored.filter((item) => !used.has(item.sentence))
  const best = ranked.find((item) => item.score >= (scored[0]?.score ?? 0) * 0.75)
  if (best === undefined) return { clause, title: '', lead: [], points: [] }
  if (figuresAreOfOthers(clause, scored)) return 'other people'
  const { passage } = best.sentence
  const chosen = ranked
    .filter(
      (item) =>
        item.sentence.passage === passage && item.fit !== 'conflict' && item.score >= best.score * 0.34,
    )
    .slice(0, maxLead(maxPoints))
    .map((item) => item.sentence)
  const conflicting = new Set(scored.filter((item) => item.fit === 'conflict').map((item) => item.sentence))
  const lead = inReadableOrder(
    sentences.filter((sentence) => sentence.passage === passage),
    chosen.length === 0 ? [best.sentence] : chosen,
    (sentence) => !conflicting.has(sentence) && !used.has(sentence),
  )
  if (lead.length === 0) return undefined
  const isRival = rivalOf(passage, found.passages)
  const points = newPoints(
    ranked.filter(
      (item) =>
        item.fit !== 'conflict' &&
        item.sentence.passage !== passage &&
        ((item.onSubject && item.score >= best.score * 0.6) ||
          (!isMore && isRival(item.sentence.passage) && item.score >= best.score * leastOfRival)) &&
        inReadableOrder([item.sentence], [item.sentence], () => false).length > 0,
    ),
    lead,
    maxPoints,
  )
  for (const sentence of [...lead, ...points]) used.add(sentence)
  return { clause, title: lead[0]?.passage.section ?? '', lead, points }
}

// A passage of another article that the search rates nearly as high may be the one that answers.
const leastRivalScore = 0.6
// Share of the best sentence's score that a sentence of such a passage needs.
const leastOfRival = 0.2

/** Returns whether a passage of another article scores about as high in the search as the one that is quoted first. */
function rivalOf(first: Passage, passages: readonly Passage[]): (passage: Passage) => boolean {
  const { score: best = 0 } = passages[0] ?? first
  return ({ title, score = 0 }) => title !== first.title && best > 0 && score >= best * leastRivalScore
}

function maxLead(maxPoints: number): number {
  return Math.max(4, maxPoints + 2)
}

/** Returns whether a figure was asked for some people, and the figures on the subject are all of others. */
function figuresAreOfOthers(clause: Clause, scored: readonly Scored[]): boolean {
  const question = `${clause.text} ${clause.context ?? ''}`
  if (!asksFigure.test(question) || !isParticular(populationAsked(question))) return false
  const [best] = scored
  if (best === undefined) return false
  if (isVeryYoung(populationAsked(question)))
    return !scored.some(
      ({ sentence, fit, onSubject }) => fit === 'exact' && onSubject && figure.test(sentence.text),
    )
  const figures = scored.filter(
    ({ sentence, score }) =>
      figure.test(sentence.text) && (score >= best.score * 0.5 || sentence.passage === best.sentence.passage),
  )
  return figures.length > 0 && figures.every(({ fit }) => fit === 'conflict')
}

// One sentence a passage. Sources repeat one another; a sentence that repeats an earlier one is dropped.
function newPoints(items: readonly Scored[], lead: readonly Sentence[], maxPoints: number): Sentence[] {
  const points: Sentence[] = []
  for (const { sentence } of items) {
    if (points.length === maxPoints) break
    const repeats = [...lead, ...points].some(
      (other) => other.passage === sentence.passage || overlap(other.stems, sentence.stems) > 0.65,
    )
    if (!repeats) points.push(sentence)
  }
  return points
}

/** A section for each side, with its own source; undefined when one passage compares them itself, or a side has none. */
function composeSides(question: string, sides: NonNullable<ComposeOptions['sides']>): Section[] | undefined {
  const used = new Set<Sentence>()
  const isNamed = ({ name, found }: (typeof sides)[number]) =>
    found.passages.some(({ title, section, text }) => mentions(`${title} ${section} ${text}`, name))
  if (!sides.some(isNamed)) return undefined
  const sections = sides.map(({ name, question: own, found }) => {
    if (found.covered === false || found.passages.length === 0) return undefined
    const sentences = sentencesOf(found)
    const clause = { text: own, asked: { text: question } }
    const named = sentences.filter(({ text, passage }) =>
      mentions(`${passage.title} ${passage.section} ${text}`, name),
    )
    const section = composeSection(clause, named.length === 0 ? sentences : named, used, {
      maxPoints: 0,
      found,
    })
    return section === undefined || section === 'other people' || section.lead.length === 0
      ? undefined
      : { ...section, title: capitalised(name), points: [] }
  })
  const found = sections.filter((section) => section !== undefined)
  return found.length === sides.length ? found : undefined
}

/** Returns whether a passage compares the sides itself: its heading names each of them. */
function isCompared(
  sides: NonNullable<ComposeOptions['sides']>,
  { covered, passages }: SearchToolOutput,
): boolean {
  return (
    covered !== false && passages.some(({ section }) => sides.every(({ name }) => mentions(section, name)))
  )
}

function mentions(text: string, name: string): boolean {
  const lower = text.toLowerCase()
  return subjectWords(name).every((word) => lower.includes(word.replace(/(?:s|ing)$/u, '')))
}

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
