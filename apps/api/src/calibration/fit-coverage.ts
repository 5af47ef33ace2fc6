// `pnpm --filter @org/api run coverage:fit`: fits the weights of `fitted` in data/coverage-model.json on questions about the
// demonstration content and prints the figures of a cross-validation. All questions of one article or gap are in one fold.
// The other weights were fitted on 374 questions that are not part of the project; they stay as they are.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { loadDemonstration } from '../demo/load-demonstration.ts'
import { type CoverageFeatures, featureNames } from '../knowledge/search/coverage.ts'
import { packageRoot } from '../package-root.ts'
import { type CoverageCase, readCoverageCases, readCoverageQuestions } from './coverage-cases.ts'
import { type Case, fitWeights, probabilityOf } from './logistic-regression.ts'

const fitted: readonly (keyof CoverageFeatures)[] = ['otherTopic']
const folds = 10

interface Model {
  bias: number
  weights: CoverageFeatures
  threshold: number
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
  const weights = fit(
    cases.filter(({ articles, isFound }) => articles.length === 0 || isFound),
    model,
  )
  for (const [at, name] of fitted.entries())
    model.weights[name] = Math.round((weights[at] ?? 0) * 1000) / 1000
  writeFileSync(file, `${JSON.stringify(model, undefined, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fit(cases: readonly CoverageCase[], model: Model): number[] {
  const samples = cases.map((each) => toCase(each, model))
  const groups = [...new Set(cases.map(({ group }) => group))].toSorted()
  const foldOf = (at: number) => groups.indexOf(cases[at]?.group ?? '') % folds
  const weights = Array.from({ length: folds }, (_, fold) =>
    fitWeights(samples.filter((_sample, at) => foldOf(at) !== fold)),
  )
  print('without', samples, model.threshold, () => [])
  print('held out', samples, model.threshold, (at) => weights[foldOf(at)] ?? [])
  return fitWeights(samples)
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

function toCase({ features, articles }: CoverageCase, { bias, weights }: Model): Case {
  const offset = featureNames
    .filter((name) => !fitted.includes(name))
    .reduce((sum, name) => sum + weights[name] * features[name], bias)
  return { features: fitted.map((name) => features[name]), offset, isMember: articles.length > 0 }
}
