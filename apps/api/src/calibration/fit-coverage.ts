// `pnpm --filter @org/api run coverage:fit`: fits the weights in data/coverage-model.json on questions about the demonstration
// content and prints the figures of a cross-validation across authors: each evaluation set is read by weights that were
// fitted without it, and each tenth of the project's own questions by weights fitted without that tenth. All questions of one
// article or gap are in one tenth.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { loadDemonstration } from '../demo/load-demonstration.ts'
import { type CoverageFeatures, featureNames } from '../knowledge/search/coverage.ts'
import { packageRoot } from '../package-root.ts'
import {
  type CoverageCase,
  readCoverageCases,
  readCoverageQuestions,
  readEvaluatedQuestions,
} from './coverage-cases.ts'
import { type Case, fitWeights, probabilityOf } from './logistic-regression.ts'

/** Strength of the penalty on squared weights; chosen by the same cross-validation among 0.5, 1 and 3. */
const penalty = 0.5
/** Number of times that a question of an evaluation set counts: those of the project are eight times as many. */
const evaluatedCount = 2
const folds = 10

interface Model {
  bias: number
  weights: CoverageFeatures
  threshold: number
}

/** A case with the part of the cross-validation that it is left out of. */
interface Sample extends Case {
  set: string
  part: string
  /** False for a question whose article ranks too low: its features teach nothing. */
  isLearnt: boolean
}

const file = join(packageRoot, 'data/coverage-model.json')
const folder = mkdtempSync(join(tmpdir(), 'org-coverage-'))
try {
  const { db, migrate, close } = await openDatabase({ dataDir: folder })
  await migrate()
  await loadDemonstration(db)
  const questions = [readCoverageQuestions(), ...['visible', 'blind', 'fresh'].map(readEvaluatedQuestions)]
  const samples = toSamples(await readCoverageCases(db, questions.flat()))
  await close()
  const { threshold }: Model = JSON.parse(readFileSync(file, 'utf8'))
  crossValidate(samples, threshold)
  const [bias = 0, ...fitted] = fit(samples)
  const weights = Object.fromEntries(featureNames.map((name, at) => [name, rounded(fitted[at] ?? 0)]))
  const model = { bias: rounded(bias), weights, threshold }
  writeFileSync(file, `${JSON.stringify(model, undefined, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function toSamples(cases: readonly CoverageCase[]): Sample[] {
  const groups = [...new Set(cases.map(({ group }) => group))].toSorted()
  return cases.map(({ features, articles, set, group, isFound }) => ({
    features: [1, ...featureNames.map((name) => features[name])],
    isMember: articles.length > 0,
    count: set === 'own' ? 1 : evaluatedCount,
    set,
    part: set === 'own' ? `own ${groups.indexOf(group) % folds}` : set,
    isLearnt: articles.length === 0 || isFound,
  }))
}

function fit(samples: readonly Sample[]): number[] {
  return fitWeights(
    samples.filter(({ isLearnt }) => isLearnt),
    penalty,
  )
}

function crossValidate(samples: readonly Sample[], threshold: number): void {
  const covered = new Map<Sample, boolean>()
  for (const [part, own] of Map.groupBy(samples, (sample) => sample.part)) {
    const weights = fit(samples.filter((sample) => sample.part !== part))
    for (const sample of own) covered.set(sample, probabilityOf(weights, sample) >= threshold)
  }
  for (const [set, own] of Map.groupBy(samples, (sample) => sample.set)) {
    const count = (isMember: boolean) => {
      const asked = own.filter((sample) => sample.isMember === isMember)
      return `${asked.filter((sample) => covered.get(sample)).length} of ${asked.length}`
    }
    process.stdout.write(`${set}, left out: with an answer ${count(true)} covered, without ${count(false)}\n`)
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
