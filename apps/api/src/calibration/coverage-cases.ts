import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planTurn } from '../chat/model/built-in/turn-plan.ts'
import type { Db } from '../db/database.ts'
import { type CoverageFeatures, coverageFeatures } from '../knowledge/search/coverage.ts'
import { rankPassages } from '../knowledge/search/knowledge.search.ts'
import { selectPassages } from '../knowledge/search/select-passages.ts'
import { brandVocabulary } from '../knowledge/vocabulary/brand-vocabulary.ts'
import { packageRoot } from '../package-root.ts'

/** A question about the demonstration content. */
export interface CoverageQuestion {
  question: string
  /** Questions of one set have the same authors. */
  set: string
  /** Slugs of the articles that answer it; none for a question that the content does not answer. */
  articles: readonly string[]
  /** Questions of one group are alike: one article or one gap. */
  group: string
}

/** A question as the search read it. */
export interface CoverageCase extends CoverageQuestion {
  features: CoverageFeatures
  /** True when one of the articles ranks first or second. Coverage of other covered questions does not matter. */
  isFound: boolean
}

/** Gaps of the labelled questions that the content answers in part. */
const partlyCovered: ReadonlySet<string> = new Set([
  'purity-testing',
  'expiry',
  'break-fast',
  'electrolytes-keto',
  'dogs',
])

/** The questions of the demonstration, of `coverage-questions.tsv` and of the gaps, in English. */
export function readCoverageQuestions(): CoverageQuestion[] {
  const file = readFileSync(join(packageRoot, 'demo/questions.json'), 'utf8')
  const demonstration: { answerable: { question: string; expect: string[] }[]; off_topic: string[] } =
    JSON.parse(file)
  const own = linesOf('calibration/coverage-questions.tsv').map(([articles = '', question = '']) =>
    toQuestion(question, articles === '-' ? [] : articles.split(',')),
  )
  const gaps = ['labelled', 'held-out']
    .flatMap((name) => linesOf(`gaps/evaluation/${name}-questions.tsv`))
    .filter(([label = '', language]) => language === 'en' && !partlyCovered.has(label))
    .map(([label = '', , question = '']) => toQuestion(question, [], label))
  return [
    ...demonstration.answerable.map(({ question, expect }) =>
      toQuestion(question, [...new Set(expect.map((passage) => passage.split('#')[0] ?? ''))]),
    ),
    ...demonstration.off_topic.map((question) => toQuestion(question, [])),
    ...own,
    ...gaps,
  ]
}

function toQuestion(question: string, articles: string[], group = articles[0] ?? question): CoverageQuestion {
  return { question, set: 'own', articles, group }
}

interface EvaluatedTurn {
  ask: string
  expect: string
  gold: string[]
}

const evaluated = join(packageRoot, '../../tooling/eval/answers')

/** The questions of an evaluation set as the built-in model searches for them, follow-ups completed; comparisons are left out. */
export function readEvaluatedQuestions(set: string): CoverageQuestion[] {
  const folder = join(evaluated, set)
  const items = readdirSync(folder).flatMap((name): { turns: EvaluatedTurn[] }[] =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  )
  return items.flatMap(({ turns }) =>
    turns.flatMap(({ ask, expect, gold }, place) => {
      const asked = turns.slice(0, place + 1).map((turn) => turn.ask)
      const rules = { usePrevContext: true, expandShort: true }
      const { reply, sides, question } = planTurn(asked, [], rules)
      const isAnswered = expect === 'answer' || expect === 'open'
      const isOpen = isAnswered || expect === 'uncovered' || expect === 'decline'
      if (!isOpen || reply !== undefined || sides.length > 1) return []
      return [{ question, set, articles: isAnswered ? gold : [], group: gold[0] ?? ask }]
    }),
  )
}

/** The cells of the lines of a file with tab-separated values, comments left out. */
function linesOf(name: string): string[][] {
  return readFileSync(join(packageRoot, 'src', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
}

/** Asks the questions; one that shares no word with the content is left out, because it is never covered. */
export async function readCoverageCases(
  db: Db,
  questions: readonly CoverageQuestion[],
): Promise<CoverageCase[]> {
  const vocabulary = await brandVocabulary(db)
  const cases: CoverageCase[] = []
  for (const question of questions) {
    const { clauses, ranked } = await rankPassages(db, question.question, { vocabulary })
    // Of several questions in one message the one with the best passage.
    const read = clauses
      .map((terms, clause) => ({ list: ranked[clause] ?? [], terms }))
      .toSorted((left, right) => (right.list[0]?.score ?? 0) - (left.list[0]?.score ?? 0))[0]
    const features = read === undefined ? undefined : coverageFeatures(read.terms, read.list)
    if (read === undefined || features === undefined) continue
    const ids = ranked.flatMap((list) => list.slice(0, 2).map(({ candidate }) => candidate.ref))
    const found = await selectPassages(db, ids, undefined)
    cases.push({ ...question, features, isFound: found.some(({ slug }) => question.articles.includes(slug)) })
  }
  return cases
}
