import { FeatureReader, type Window } from './features.ts'
import { severities, type Severity } from './rules.ts'
import type { SpanIndex } from './spans.ts'
import type { Steps } from '../../platform/process/steps.ts'

/** A trained model, as its data file holds it. */
export interface ModelData {
  version: string
  /** The role that is responsible for the content of the file. */
  owner: string
  /** SHA-256 of the texts that the model was trained on. */
  texts: string
  /** The number of buckets of the features, a power of two. */
  buckets: number
  /** `none`, `health` for harmless messages about health, and `severity category` for each danger. */
  labels: string[]
  bias: number[]
  /** The value of one unit of the weights. */
  scale: number
  /** Weights as signed bytes in base64: for each bucket one weight a label. */
  weights: string
}

/** The danger that a model finds in a conversation. */
export interface Finding {
  /** Probability of an `urgent` or `emergency` danger, 0 to 1. */
  probability: number
  /** The likelier of `urgent` and `emergency`. */
  severity: Severity
  category: string
  /** Probability of a `caution`, 0 to 1. */
  caution: number
  cautionCategory: string
  /** Probability of any danger, 0 to 1. */
  concern: number
}

/** A shorter text has no context that separates a danger from an ordinary word; rules alone read it. */
const fewestWords = 3
/** Of eight words of a message at least one is a function word or has a concept; of a code or of typed noise hardly one. */
const wordsOfOneKnown = 8

function isLanguage({ words, known }: Window): boolean {
  return words >= fewestWords && known * wordsOfOneKnown >= words
}

interface Label {
  severity: Severity | undefined
  category: string
}

/**
 * Multinomial logistic regression over hashed words, parts of words and concepts. Finds dangers in wordings that no
 * rule lists, and recognises harmless ones that a rule matches.
 */
export class DangerModel {
  readonly version: string
  readonly #reader: FeatureReader
  readonly #labels: readonly Label[]
  readonly #bias: readonly number[]
  readonly #scale: number
  readonly #weights: Int8Array

  /** @throws {Error} when the weights do not fit the buckets and labels */
  constructor(data: ModelData) {
    this.version = data.version
    this.#reader = new FeatureReader(data.buckets)
    this.#labels = data.labels.map((label) => {
      const [severity, category = ''] = label.split(' ')
      return { severity: severities.find((name) => name === severity), category }
    })
    this.#bias = data.bias
    this.#scale = data.scale
    this.#weights = Int8Array.from(Buffer.from(data.weights, 'base64'))
    if (this.#weights.length !== data.buckets * data.labels.length)
      throw new Error('The weights of the safety model do not fit its buckets and labels.')
  }

  /**
   * Finds the likeliest danger.
   *
   * @param turns the messages that are in the language of the index
   * @param from the first message that counts; earlier ones are over
   * @param functionWords those of the language of the index
   */
  *find(
    index: SpanIndex,
    turns: ReadonlySet<number>,
    from: number,
    functionWords: ReadonlySet<string>,
  ): Steps<Finding | undefined> {
    let best: Finding | undefined
    for (const window of this.#reader.windows(index, turns, functionWords)) {
      yield
      if (window.turn < from || !isLanguage(window)) continue
      best = worseOf(best, this.#findingOf(this.#probabilities(window)))
    }
    return best
  }

  #probabilities({ features }: Window): number[] {
    const count = this.#labels.length
    const sums = new Float64Array(count)
    for (const feature of features) {
      const offset = feature * count
      for (let label = 0; label < count; label += 1)
        sums[label] = (sums[label] ?? 0) + (this.#weights[offset + label] ?? 0)
    }
    const unit = this.#scale * unitOf(features.length)
    return softmax(this.#bias.map((bias, label) => (sums[label] ?? 0) * unit + bias))
  }

  #findingOf(probabilities: readonly number[]): Finding {
    const shares = { urgent: new Map<string, number>(), caution: new Map<string, number>() }
    let emergency = 0
    for (const [i, { severity, category }] of this.#labels.entries()) {
      if (severity === undefined) continue
      const share = probabilities[i] ?? 0
      if (severity === 'emergency') emergency += share
      const byCategory = severity === 'caution' ? shares.caution : shares.urgent
      byCategory.set(category, (byCategory.get(category) ?? 0) + share)
    }
    const probability = sum(shares.urgent.values())
    return {
      probability,
      severity: emergency * 2 >= probability ? 'emergency' : 'urgent',
      category: likeliest(shares.urgent),
      caution: sum(shares.caution.values()),
      cautionCategory: likeliest(shares.caution),
      concern: sum(shares.urgent.values()) + sum(shares.caution.values()),
    }
  }
}

/** Joins the findings of two windows: each probability is the higher one, with what belongs to it. */
function worseOf(a: Finding | undefined, b: Finding): Finding {
  if (a === undefined) return b
  const acute = a.probability >= b.probability ? a : b
  const caution = a.caution >= b.caution ? a : b
  return {
    ...acute,
    caution: caution.caution,
    cautionCategory: caution.cautionCategory,
    concern: Math.max(a.concern, b.concern),
  }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function likeliest(shares: ReadonlyMap<string, number>): string {
  const [first] = [...shares].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? ''
}

/** A text with fewer features has weaker evidence; four short words have about as many. */
const fullEvidence = 60

/** The factor of a sum of weights over so many features. */
export function unitOf(features: number): number {
  return 1 / Math.sqrt(Math.max(fullEvidence, features))
}

/** Probabilities of scores. */
export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const exponentials = scores.map((score) => Math.exp(score - most))
  const sum = exponentials.reduce((total, value) => total + value, 0)
  return exponentials.map((value) => value / sum)
}
