// `pnpm eval [--real] [--base-url http://…]`: asks a built server the visible questions, prints the figures beside their
// bars, and writes docs/evaluation.md for the built-in model. Exits with 1 when the visible sets miss a bar.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { answerBars, type Bar, reaches, safetyBars } from './bars.ts'
import { type Figures, tableOf, writeDocument } from './document.ts'
import { runSafety } from './safety.ts'
import { startServer } from './server.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const { values } = parseArgs({
  options: { real: { type: 'boolean', default: false }, 'base-url': { type: 'string' } },
})

/** Folders of the sets that are asked. The bars of the first one decide. */
const sets = ['visible', 'blind', 'fresh', 'sealed']
/** Folders of the sets that have questions to the articles and the shop alone. */
const answerSets = ['halved-odd', 'halved-even']

const given = values['base-url']
const server = given === undefined ? await startServer(root, values.real) : undefined
try {
  const url = given ?? server?.url ?? ''
  const safety: Record<string, Figures> = {}
  const answers: Record<string, Figures> = {}
  const holds: boolean[] = []
  for (const set of sets) {
    safety[set] = runSafety(root, url, set)
    answers[set] = runAnswers(url, set)
    const inSafety = print(`safety, ${set} set`, safety[set], safetyBars)
    const inAnswers = print(`answers, ${set} set`, answers[set], answerBars)
    holds.push(inSafety && inAnswers)
  }
  for (const set of answerSets) {
    answers[set] = runAnswers(url, set)
    print(`answers, ${set} set`, answers[set], answerBars)
  }
  if (given === undefined && !values.real) {
    writeDocument(root, { answers, safety }, 'the built-in model, which needs no key')
  }
  process.exitCode = holds[0] === true ? 0 : 1
} finally {
  await server?.stop()
}

/** Prints a table of figures; returns whether every bar holds. */
function print(title: string, figures: Figures, bars: readonly Bar[]): boolean {
  console.log(`\n${title}`)
  for (const cells of tableOf(figures, bars)) {
    console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(32) : cell.padStart(12))).join(''))
  }
  return bars.every((bar) => reaches(bar, figures[bar.name]?.share))
}

function runAnswers(url: string, set: string): Figures {
  const folder = path.join(root, 'tooling/eval/answers')
  const report = path.join(root, `tooling/eval/reports/answers-${set}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  const { status } = spawnSync(
    process.execPath,
    ['run.mjs', set, '--content', path.join(root, 'apps/api/demo'), '--json', report],
    { cwd: folder, env: { ...process.env, BASE_URL: url }, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('The runner failed.')
  const parsed: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const { figures }: { figures?: Figures } = Object(parsed)
  return figures ?? {}
}
