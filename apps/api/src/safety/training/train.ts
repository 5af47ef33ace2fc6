// `pnpm --filter @org/api run safety:train`: trains the safety model on the texts beside this file, the development set and
// ordinary short texts, and writes data/model.json. The same texts give the same file. With `--without-sets` the
// development set is left out, and the model is written to data/model-without-sets.json, to calibrate thresholds on it.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type ModelData, softmax, unitOf } from '../detection/danger-model.ts'
import { FeatureReader } from '../detection/features.ts'
import rules from '../data/rules.json' with { type: 'json' }
import { compiledLanguages } from '../detection/load.ts'
import { compileRules } from '../detection/rules.ts'
import { takeSteps } from '../../platform/process/steps.ts'
import { lastEnd, readConcepts } from '../detection/concepts.ts'
import { tokenise } from '../detection/tokens.ts'
import { type Example, readExamples, textsHash } from './examples.ts'
import { createRandom, type Random } from './random.ts'

/** A power of two. */
const buckets = 32_768
/** More epochs learn the templates by heart: fewer unseen dangers are found. */
const epochs = 4
/** Epochs without the messages of several windows: only a half-trained model finds the window that holds the danger. */
const singleEpochs = 2
const learningRate = 0.3
const decay = 1e-6

interface Sample {
  label: number
  windows: (readonly number[])[]
}

interface Weights {
  values: Float32Array
  /** Sums of squared gradients (AdaGrad). */
  squares: Float32Array
  bias: Float32Array
}

const { values: options } = parseArgs({ options: { 'without-sets': { type: 'boolean', default: false } } })
const random = createRandom(20_261_122)
const functionWords = new Map(
  [...compiledLanguages()].map(([language, { lexicon }]) => [language, [...lexicon.functionWords]] as const),
)
const examples = readExamples(random, !options['without-sets'], functionWords)
const labels = ['none', ...new Set(examples.map(({ label }) => label).filter((label) => label !== 'none'))]
const samples = toSamples(examples)
const weights = train(samples, random)
writeModel(weights)
print(`${examples.length} texts, ${labels.length} labels, ${buckets} buckets`)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function toSamples(from: readonly Example[]): Sample[] {
  const reader = new FeatureReader(buckets)
  const ruleSet = compileRules(rules)
  const known = compiledLanguages()
  return from.map(({ messages, language, label }) => {
    const lexicon = known.get(language)?.lexicon
    if (lexicon === undefined) throw new Error(`There is no lexicon of "${language}".`)
    const turns = new Set(messages.keys())
    const index = takeSteps(readConcepts(tokenise(messages), turns, lexicon, ruleSet))
    // A harmless message may follow a danger that is over.
    const over = label === 'none' ? lastEnd(index) : -1
    return {
      label: labels.indexOf(label),
      windows: [...reader.windows(index, turns, lexicon.functionWords)]
        .filter(({ turn }) => turn >= over)
        .map(({ features }) => features),
    }
  })
}

function train(from: readonly Sample[], shuffleWith: Random): Weights {
  const trained: Weights = {
    values: new Float32Array(buckets * labels.length),
    squares: new Float32Array(buckets * labels.length),
    bias: new Float32Array(labels.length),
  }
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    let loss = 0
    for (const { label, windows } of shuffleWith.shuffled(from)) {
      if (epoch < singleEpochs && label !== 0 && windows.length > 1) continue
      // A long message about a danger is harmless in most of its windows.
      const learnt = label === 0 ? windows : [likeliest(trained, windows, label)]
      for (const features of learnt) loss += learn(trained, features, label)
    }
    print(`epoch ${epoch + 1}: loss ${(loss / from.length).toFixed(4)}`)
  }
  return trained
}

function likeliest(
  trained: Weights,
  windows: readonly (readonly number[])[],
  label: number,
): readonly number[] {
  let best: readonly number[] = []
  let most = -1
  for (const features of windows) {
    const probability = probabilitiesOf(trained, features)[label] ?? 0
    if (probability > most) [best, most] = [features, probability]
  }
  return best
}

function probabilitiesOf({ values, bias }: Weights, features: readonly number[]): number[] {
  const unit = unitOf(features.length)
  return softmax(
    labels.map((_, label) => {
      let sum = 0
      for (const feature of features) sum += values[feature * labels.length + label] ?? 0
      return sum * unit + (bias[label] ?? 0)
    }),
  )
}

/** One step of AdaGrad; returns the loss before it. */
function learn(trained: Weights, features: readonly number[], wanted: number): number {
  const { values, squares, bias } = trained
  const probabilities = probabilitiesOf(trained, features)
  const unit = unitOf(features.length)
  for (const [label, probability] of probabilities.entries()) {
    const error = probability - (label === wanted ? 1 : 0)
    if (Math.abs(error) < 0.001) continue
    bias[label] = (bias[label] ?? 0) - 0.02 * error
    for (const feature of features) {
      const at = feature * labels.length + label
      const gradient = error * unit + decay * (values[at] ?? 0)
      squares[at] = (squares[at] ?? 0) + gradient * gradient
      values[at] = (values[at] ?? 0) - (learningRate * gradient) / Math.sqrt((squares[at] ?? 0) + 0.001)
    }
  }
  return -Math.log((probabilities[wanted] ?? 0) + 1e-9)
}

function writeModel({ values, bias }: Weights): void {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  const scale = most / 127
  const bytes = Int8Array.from(values, (value) => Math.round(value / scale))
  const data: ModelData = {
    version: new Date().toISOString().slice(0, 10),
    owner: 'operator',
    texts: textsHash(),
    buckets,
    labels,
    bias: Array.from(bias, (value) => Number(value.toFixed(4))),
    scale,
    weights: Buffer.from(bytes.buffer).toString('base64'),
  }
  const name = options['without-sets'] ? 'model-without-sets.json' : 'model.json'
  writeFileSync(new URL(`../data/${name}`, import.meta.url), `${JSON.stringify(data, undefined, 2)}\n`)
}
