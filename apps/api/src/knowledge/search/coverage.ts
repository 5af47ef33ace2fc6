import model from '../../../data/coverage-model.json' with { type: 'json' }
import type { QuestionTerm } from './question.ts'
import type { RankedDocument } from './ranking.ts'

/** Features of a clause and its best document, each from 0 to 1. */
export type CoverageFeatures = Record<(typeof featureNames)[number], number>

/** Names of the features, in the order of the model's weights. */
export const featureNames = [
  'coverage',
  'named',
  'score',
  'missingTopic',
  'unknown',
  'strongest',
  'matched',
  'matchedTopic',
  'margin',
  'support',
  'concepts',
  'topicNamed',
  'topicLost',
  'anyTopic',
  'otherTopic',
  'objectLost',
  'asked',
  'askedWell',
  'terms',
  'lost',
  'ageLost',
  'unnamed',
] as const

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(1, part / whole))
const sum = (terms: readonly QuestionTerm[]) =>
  terms.reduce((total, { weight, factor }) => total + weight * factor, 0)

// Passages of one article among the best that support its choice.
const supporting = 4

/** Returns whether two passages have the same title: they belong to one article. */
function haveSameTitle({ candidate: left }: RankedDocument, { candidate: right }: RankedDocument): boolean {
  if (left.space !== right.space || left.titleEnd !== right.titleEnd) return false
  for (let at = 0; at < left.titleEnd; at++) if (left.words[at] !== right.words[at]) return false
  return true
}

/**
 * 1 when a question names two topics and the article has one of them: it is about creatine, and hair loss was asked about.
 */
function otherTopicOf(topics: readonly QuestionTerm[], article: readonly RankedDocument[]): 0 | 1 {
  const held = new Set(article.flatMap(({ matched }) => matched))
  const known = topics.filter(({ asked }) => held.has(asked))
  return known.length > 0 && known.length < topics.length ? 1 : 0
}

/** Share of what something is asked to act on ("hair" in "does zinc make hair grow") that the article lacks. */
function lostObjects(terms: readonly QuestionTerm[], article: readonly RankedDocument[]): number {
  const held = new Set(article.flatMap(({ matched }) => matched))
  const objects = terms.filter(({ isObject }) => isObject)
  return share(sum(objects.filter(({ asked }) => !held.has(asked))), sum(objects))
}

/** Describes how well the best document fits the clause; undefined when no document shares a term with it. */
export function coverageFeatures(
  terms: readonly QuestionTerm[],
  ranked: readonly RankedDocument[],
): CoverageFeatures | undefined {
  const [best] = ranked
  if (best === undefined) return undefined
  const total = sum(terms)
  const isOfBest = (document: RankedDocument) => haveSameTitle(document, best)
  const otherArticle = ranked.find((document) => !isOfBest(document))
  const topics = terms.filter(({ isTopic }) => isTopic)
  const held = terms.filter(({ asked }) => best.matched.includes(asked))
  const lost = terms.filter(({ asked }) => !best.matched.includes(asked))
  return {
    coverage: Math.min(1, best.coverage),
    named: Math.min(1, best.named),
    score: share(best.score, 30),
    missingTopic: share(sum(terms.filter(({ known, isTopic }) => isTopic && !known)), total),
    unknown: share(sum(terms.filter(({ known, isTopic }) => !isTopic && !known)), total),
    strongest: share(Math.max(0, ...held.filter(({ literal }) => literal).map(({ weight }) => weight)), 8),
    matched: share(held.length, 5),
    matchedTopic: share(sum(held.filter(({ isTopic }) => isTopic)), total),
    margin: 1 - share(otherArticle?.score ?? 0, best.score),
    support: share(ranked.slice(0, supporting).filter(isOfBest).length, 3),
    topicNamed: share(sum(topics.filter(({ asked }) => best.matchedNames.includes(asked))), sum(topics)),
    topicLost: share(sum(topics.filter(({ asked }) => !best.matched.includes(asked))), sum(topics)),
    anyTopic: topics.length > 0 ? 1 : 0,
    otherTopic: otherTopicOf(topics, ranked.filter(isOfBest)),
    asked: best.asked,
    askedWell: Math.max(0, best.asked - 0.5) * 2,
    // A long question has many words that ask for nothing.
    terms: share(terms.length, 10),
    lost: share(sum(lost.filter(({ known }) => known)), 8),
    ageLost: lost.some(({ isAge }) => isAge) ? 1 : 0,
    unnamed: share(sum(held.filter(({ asked }) => !best.matchedNames.includes(asked))), total),
    objectLost: lostObjects(terms, ranked.filter(isOfBest)),
    concepts: share(held.filter(({ alternatives }) => alternatives.length > 1).length, 3),
  }
}

/**
 * Probability that the best document answers the clause, by a logistic model fitted on questions (docs/decisions/0015).
 *
 * @param isSmall true for content of a few passages, on which the model was not fitted
 */
export function coverageOf(
  terms: readonly QuestionTerm[],
  ranked: readonly RankedDocument[],
  isSmall: boolean,
): number {
  const features = coverageFeatures(terms, ranked)
  return features === undefined ? 0 : coverageFromFeatures(features, isSmall)
}

/**
 * {@link modelProbability}, raised to the threshold for a question with evidence that a sum of weights rates too low: the best
 * passage stores a question like it, or the article lacks nothing of it and leads.
 */
export function coverageFromFeatures(features: CoverageFeatures, isSmall: boolean): number {
  const probability = modelProbability(features)
  const isCovered =
    (isSmall && isWhollyHeld(features)) ||
    (probability >= leastOfStored && features.asked > leastAgreement) ||
    (probability >= leastOfComplete && lacksNothing(features))
  return isCovered ? Math.max(probability, model.threshold) : probability
}

// Probabilities from which the evidence decides. Below them, most questions of the project with it have no answer.
const leastOfStored = 0.4
const leastOfComplete = 0.5
// From half of the terms on, a stored question asks about the same.
const leastAgreement = 0.5
// The best article scores a fifth higher than the next one.
const leastMargin = 0.2
const leastCoverage = 0.7

/** Returns true where the article has every topic and object of a question, and nearly all of its other words. */
function lacksNothing(features: CoverageFeatures): boolean {
  const { coverage, unknown, missingTopic, objectLost, topicLost, margin } = features
  const isLost = unknown + missingTopic + objectLost + topicLost > 0
  return !isLost && coverage > leastCoverage && margin > leastMargin
}

/** Returns true where one passage expresses every word of a question on a topic that its title or heading names. */
function isWhollyHeld({ coverage, anyTopic, topicNamed, unknown, missingTopic }: CoverageFeatures): boolean {
  return coverage === 1 && anyTopic === 1 && topicNamed === 1 && unknown + missingTopic === 0
}

/** Probability of {@link coverageOf} from the features. */
export function modelProbability(features: CoverageFeatures): number {
  const logit = featureNames.reduce((total, name) => total + model.weights[name] * features[name], model.bias)
  return 1 / (1 + Math.exp(-logit))
}

/** Coverage from which a question is covered. */
export const coverageThreshold = model.threshold

/** The decision that a question is covered. */
export function isCovered(coverage: number): boolean {
  return coverage >= coverageThreshold
}
