import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { bm25, fieldWeights } from '../index/bm25.ts'
import { averageLengthOf, type IndexedDocument, lengthOf } from '../index/memory-index.ts'
import { askedBy, type ClosestQuestion } from './stored-questions.ts'
import type { Alternative, QuestionTerm } from './question.ts'

/** A document with its score for one clause. */
export interface RankedDocument {
  candidate: IndexedDocument
  score: number
  /** Share of the question's weight that the document covers, 0 to 1. */
  coverage: number
  /** The same share, of title and heading alone. */
  named: number
  /** Words and phrases of the question that the document expresses. */
  matched: string[]
  /** Those of them that its title or heading expresses. */
  matchedNames: string[]
  /** Agreement of the closest stored question with the question, 0 to 1. */
  asked: number
  /** Place of that question in the passage's list; undefined when no question shares a term. */
  askedAt?: number
}

const noTerms: ReadonlySet<number> = new Set()

interface ParsedDocument {
  frequencies: Map<number, number>
  positions: Map<number, number[]>
  inName: Set<number>
}

const proximityWeight = 0.25
// A passage whose title and heading name the whole subject scores twice as high as one that only mentions it.
const namedWeight = 1
// A passage one of whose questions is the question scores as much higher as one that names the whole subject.
const askedWeight = 1
const proximityWindow = 3
// Of two passages that answer equally well, the one in the reader's language comes first.
const preferredLanguage = 1.3

/** Scores documents exactly: BM25 over all terms, alternatives of a term not summed, with a bonus for nearby terms. */
export async function rankDocuments(
  terms: readonly QuestionTerm[],
  candidates: readonly IndexedDocument[],
  language?: string,
): Promise<RankedDocument[]> {
  const total = terms.reduce((sum, { weight, factor }) => sum + weight * factor, 0)
  const wanted = new Set(
    terms.flatMap(({ alternatives }) => alternatives.flatMap(({ parts }) => parts.flatMap(({ ids }) => ids))),
  )
  const ranked: RankedDocument[] = []
  for (const candidate of candidates) {
    const closest = askedBy(terms, candidate)
    ranked.push(rank(terms, parse(candidate, wanted, closest?.held), { candidate, closest, total, language }))
    await pauseWhenDue()
  }
  return ranked.sort((left, right) => right.score - left.score || left.candidate.doc - right.candidate.doc)
}

interface Ranking {
  candidate: IndexedDocument
  closest: ClosestQuestion | undefined
  /** Weight of the whole question. */
  total: number
  language: string | undefined
}

function rank(
  terms: readonly QuestionTerm[],
  parsed: ParsedDocument,
  { candidate, closest, total, language }: Ranking,
): RankedDocument {
  let score = 0
  let covered = 0
  let named = 0
  const matched: string[] = []
  const matchedNames: string[] = []
  let previous: number[] | undefined
  for (const term of terms) {
    const best = bestAlternative(term, parsed, candidate)
    if (best === undefined) {
      previous = undefined
      continue
    }
    score += term.factor * best.gain
    covered += term.factor * term.weight * best.alternative.factor
    const name = nameFactor(term, parsed, candidate)
    if (name > 0) {
      named += term.factor * term.weight * name
      matchedNames.push(term.asked)
    }
    matched.push(term.asked)
    const positions = best.alternative.parts[0]?.ids.flatMap((id) => parsed.positions.get(id) ?? [])
    if (previous !== undefined && positions !== undefined && near(previous, positions)) {
      score += proximityWeight * term.factor * best.gain
    }
    previous = positions
  }
  const share = total === 0 ? 0 : named / total
  const nameAndQuestion = 1 + namedWeight * share + askedWeight * (closest?.share ?? 0)
  return {
    candidate,
    score: score * nameAndQuestion * (candidate.space.language === language ? preferredLanguage : 1),
    coverage: total === 0 ? 0 : covered / total,
    named: share,
    matched: [...new Set(matched)],
    matchedNames: [...new Set(matchedNames)],
    asked: closest?.share ?? 0,
    ...(closest === undefined ? {} : { askedAt: closest.at }),
  }
}

function bestAlternative(
  { alternatives }: QuestionTerm,
  { frequencies }: ParsedDocument,
  candidate: IndexedDocument,
): { alternative: Alternative; gain: number } | undefined {
  const { space } = candidate
  let best: { alternative: Alternative; gain: number } | undefined
  for (const alternative of alternatives) {
    if (alternative.parts[0]?.language !== space.language) continue
    const least = leastFrequency(alternative, frequencies)
    if (least === 0) continue
    const gain = alternative.gain * bm25(least, lengthOf(candidate), averageLengthOf(space))
    if (best === undefined || gain > best.gain) best = { alternative, gain }
  }
  return best
}

/** Frequency of the rarest part of an alternative; 0 when a part is missing. Most are: no list is made on the way. */
function leastFrequency({ parts }: Alternative, frequencies: ReadonlyMap<number, number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const { ids } of parts) {
    let highest = 0
    for (const id of ids) highest = Math.max(highest, frequencies.get(id) ?? 0)
    if (highest === 0) return 0
    least = Math.min(least, highest)
  }
  return least
}

/** The highest factor of a term's alternatives that the title and heading contain whole; 0 when they contain none. */
function nameFactor(
  { alternatives }: QuestionTerm,
  { inName }: ParsedDocument,
  { space }: IndexedDocument,
): number {
  let highest = 0
  for (const { parts, factor } of alternatives) {
    if (factor <= highest || parts[0]?.language !== space.language) continue
    if (parts.every(({ ids }) => ids.some((id) => inName.has(id)))) highest = factor
  }
  return highest
}

/**
 * Reads the positions of the wanted terms; the others are skipped, because a document has many of them.
 *
 * @param asked terms of the closest stored question. Those of the others do not count: a question whose words are spread
 *   over many is none of them.
 */
function parse(
  { words, space, titleEnd, headingEnd, bodyEnd }: IndexedDocument,
  wanted: ReadonlySet<number>,
  asked: ReadonlySet<number> = noTerms,
): ParsedDocument {
  const frequencies = new Map<number, number>()
  const positions = new Map<number, number[]>()
  const inName = new Set<number>()
  for (let index = 0; index < bodyEnd; index++) {
    const id = space.words.termOf(words[index] ?? 0)
    if (!wanted.has(id)) continue
    const field = index < titleEnd ? 0 : index < headingEnd ? 1 : 2
    // Terms of different fields are never near each other.
    const position = index + field * proximityWindow
    frequencies.set(id, (frequencies.get(id) ?? 0) + (fieldWeights[field] ?? 1))
    const known = positions.get(id)
    if (known === undefined) positions.set(id, [position])
    else known.push(position)
    if (field < 2) inName.add(id)
  }
  for (const id of asked) {
    if (wanted.has(id)) frequencies.set(id, (frequencies.get(id) ?? 0) + (fieldWeights[3] ?? 1))
  }
  return { frequencies, positions, inName }
}

function near(left: readonly number[], right: readonly number[]): boolean {
  return left.some((from) => right.some((to) => to > from && to - from <= proximityWindow))
}
