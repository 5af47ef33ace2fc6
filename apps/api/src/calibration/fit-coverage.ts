// `pnpm --filter @org/api run coverage:fit`: fits the weights in data/coverage-model.json on questions about the demonstration
// content and prints the figures of a cross-validation. All questions of one article or gap are in one fold.
// `prior` in that file holds weights that were fitted on 374 questions that are not part of the project: a penalty keeps the
// fitted ones near them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { loadDemonstration } from '../demo/load-demonstration.ts'
import { type CoverageFeatures, featureNames } from '../knowledge/search/coverage.ts'
import { packageRoot } from '../package-root.ts'
import { type CoverageCase, readCoverageCases, readCoverageQuestions } from './coverage-cases.ts'
import { type Case, fitWeights, probabilityOf } from './logistic-regression.ts'

/** Strength of the penalty on the squared distance from the prior; chosen by the same cross-validation among 3, 5, 10 and 30. */
const penalty = 5
const folds = 10

interface Weights {
  bias: number
  weights: CoverageFeatures
}

interface Model extends Weights {
  threshold: number
  prior: Weights
}

const file = join(packageRoot, 'data/coverage-model.json')
const folder = mkdtempSync(join(tmpdir(), 'org-coverage-'))
try {
  const { db, migrate, close } = await openDatabase({ dataDir: folder })
  await migrate()
  await loadDemonstration(db)
  const cases = await readCoverageCases(db, readCoverageQuestions())
  await close()
  const model: Model = JSON.parse(readFileSync(file, 'utf8'))
  const [change = 0, ...changes] = fit(
    cases.filter(({ articles, isFound }) => articles.length === 0 || isFound),
    model,
  )
  model.bias = rounded(model.prior.bias + change)
  for (const [at, name] of featureNames.entries())
    model.weights[name] = rounded(model.prior.weights[name] + (changes[at] ?? 0))
  writeFileSync(file, `${JSON.stringify(model, undefined, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fit(cases: readonly CoverageCase[], model: Model): number[] {
  const samples = cases.map((each) => toCase(each, model))
  const groups = [...new Set(cases.map(({ group }) => group))].toSorted()
  const foldOf = (at: number) => groups.indexOf(cases[at]?.group ?? '') % folds
  const weights = Array.from({ length: folds }, (_, fold) =>
    fitWeights(
      samples.filter((_sample, at) => foldOf(at) !== fold),
      penalty,
    ),
  )
  print('prior', samples, model.threshold, () => [])
  print('held out', samples, model.threshold, (at) => weights[foldOf(at)] ?? [])
  return fitWeights(samples, penalty)
}

function print(
  title: string,
  samples: readonly Case[],
  threshold: number,
  weightsOf: (at: number) => readonly number[],
): void {
  const isCovered = samples.map((sample, at) => probabilityOf(weightsOf(at), sample) >= threshold)
  const count = (isMember: boolean) => {
    const own = samples.flatMap((sample, at) => (sample.isMember === isMember ? [isCovered[at]] : []))
    return `${own.filter(Boolean).length} of ${own.length}`
  }
  process.stdout.write(`${title}: with an answer ${count(true)} covered, without ${count(false)}\n`)
}

function toCase({ features, articles }: CoverageCase, { prior }: Model): Case {
  const offset = featureNames.reduce((sum, name) => sum + prior.weights[name] * features[name], prior.bias)
  return {
    features: [1, ...featureNames.map((name) => features[name])],
    offset,
    isMember: articles.length > 0,
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
