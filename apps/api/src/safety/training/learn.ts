import rules from '../data/rules.json' with { type: 'json' }
import { lastEnd, readConcepts } from '../detection/concepts.ts'
import { type ModelData, softmax, unitOf } from '../detection/danger-model.ts'
import { FeatureReader } from '../detection/features.ts'
import { compiledLanguages } from '../detection/load.ts'
import { compileRules } from '../detection/rules.ts'
import { tokenise } from '../detection/tokens.ts'
import { takeSteps } from '../../platform/process/steps.ts'
import { type Example, harmlessLabels } from './examples.ts'
import type { Random } from './random.ts'

/** A power of two; a bucket fits in 16 bits. */
const buckets = 32_768
/** More epochs learn the templates by heart: fewer unseen dangers are found. */
const epochs = 4
/** Epochs without the messages of several windows: only a half-trained model finds the window that holds the danger. */
const singleEpochs = 2
const learningRate = 0.3
const decay = 1e-6

/** An example as the model sees it. */
export interface Sample {
  label: string
  /** Distinct buckets of each window. */
  windows: Uint16Array[]
}

interface Weights {
  labels: readonly string[]
  values: Float32Array
  /** Sums of squared gradients (AdaGrad). */
  squares: Float32Array
  bias: Float32Array
}

/** Reads the features of examples. */
export function toSamples(from: readonly Example[]): Sample[] {
  const reader = new FeatureReader(buckets)
  const ruleSet = compileRules(rules)
  const known = compiledLanguages()
  return from.map(({ messages, language, label }) => {
    const lexicon = known.get(language)?.lexicon
    if (lexicon === undefined) throw new Error(`There is no lexicon of "${language}".`)
    const turns = new Set(messages.keys())
    const index = takeSteps(readConcepts(tokenise(messages), turns, lexicon, ruleSet))
    // A harmless message may follow a danger that is over.
    const over = harmlessLabels.includes(label) ? lastEnd(index) : -1
    return {
      label,
      windows: [...reader.windows(index, turns, lexicon.functionWords)]
        .filter(({ turn }) => turn >= over)
        .map(({ features }) => Uint16Array.from(features)),
    }
  })
}

function emptyWeights(labels: readonly string[]): Weights {
  return {
    labels,
    values: new Float32Array(buckets * labels.length),
    squares: new Float32Array(buckets * labels.length),
    bias: new Float32Array(labels.length),
  }
}

/**
 * Trains a model.
 *
 * @param log called with one line for each epoch
 */
export function learn(samples: readonly Sample[], random: Random, log: (line: string) => void): Weights {
  const labels = ['none', ...new Set(samples.map(({ label }) => label).filter((label) => label !== 'none'))]
  const trained = emptyWeights(labels)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    let loss = 0
    for (const { label, windows } of random.shuffled(samples)) {
      if (epoch < singleEpochs && !harmlessLabels.includes(label) && windows.length > 1) continue
      const wanted = labels.indexOf(label)
      // A long message about a danger is harmless in most of its windows.
      const learnt = harmlessLabels.includes(label) ? windows : [likeliest(trained, windows, wanted)]
      for (const features of learnt) loss += step(trained, features, wanted)
    }
    log(`epoch ${epoch + 1}: loss ${(loss / samples.length).toFixed(4)}`)
  }
  return trained
}

function likeliest(trained: Weights, windows: readonly Uint16Array[], label: number): Uint16Array {
  let best: Uint16Array = new Uint16Array()
  let most = -1
  for (const features of windows) {
    const probability = probabilitiesOf(trained, features)[label] ?? 0
    if (probability > most) [best, most] = [features, probability]
  }
  return best
}

function probabilitiesOf({ labels, values, bias }: Weights, features: Uint16Array): number[] {
  const unit = unitOf(features.length)
  const count = labels.length
  const sums = new Float64Array(count)
  for (const feature of features) {
    const offset = feature * count
    for (let label = 0; label < count; label += 1)
      sums[label] = (sums[label] ?? 0) + (values[offset + label] ?? 0)
  }
  return softmax(Array.from(sums, (sum, label) => sum * unit + (bias[label] ?? 0)))
}

/** Errors that are too small to be worth a step; most labels of most examples have one. */
const leastError = 0.005

/** One step of AdaGrad; returns the loss before it. */
function step(trained: Weights, features: Uint16Array, wanted: number): number {
  const { labels, values, squares, bias } = trained
  const probabilities = probabilitiesOf(trained, features)
  const unit = unitOf(features.length)
  const count = labels.length
  const wrong = new Uint8Array(count)
  const errors = new Float64Array(count)
  let wrongs = 0
  for (let label = 0; label < count; label += 1) {
    const error = (probabilities[label] ?? 0) - (label === wanted ? 1 : 0)
    if (Math.abs(error) < leastError) continue
    wrong[wrongs] = label
    errors[wrongs] = error
    wrongs += 1
    bias[label] = (bias[label] ?? 0) - 0.02 * error
  }
  if (wrongs > 0) {
    for (const feature of features) {
      for (let i = 0; i < wrongs; i += 1) {
        const at = feature * count + (wrong[i] ?? 0)
        const value = values[at] ?? 0
        const gradient = (errors[i] ?? 0) * unit + decay * value
        const square = (squares[at] ?? 0) + gradient * gradient
        squares[at] = square
        values[at] = value - (learningRate * gradient) / Math.sqrt(square + 0.001)
      }
    }
  }
  return -Math.log((probabilities[wanted] ?? 0) + 1e-9)
}

/** The weights as the data file holds them. */
export function toModelData({ labels, values, bias }: Weights, texts: string): ModelData {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  const scale = most / 127
  const bytes = Int8Array.from(values, (value) => Math.round(value / scale))
  return {
    version: new Date().toISOString().slice(0, 10),
    owner: 'operator',
    texts,
    buckets,
    labels: [...labels],
    bias: Array.from(bias, (value) => Number(value.toFixed(4))),
    scale,
    weights: Buffer.from(bytes.buffer).toString('base64'),
  }
}
