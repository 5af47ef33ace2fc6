import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Figure, Figures } from './document.ts'

/** One message with what became of it, as the runner writes it. */
interface Result {
  polarity: 'positives' | 'negatives'
  severity: string
  products: number
  hit?: boolean
  alarm?: boolean
}

/**
 * Asks a server every message of a safety set, as a guest.
 *
 * @param set the folder of the set
 * @throws {Error} when the runner fails
 */
export function runSafety(root: string, url: string, set: string): Figures {
  const report = path.join(root, `tooling/eval/reports/safety-${set}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  const { status } = spawnSync(process.execPath, ['run.mjs', '--set', set, '--json', report, '--no-text'], {
    cwd: path.join(root, 'tooling/eval/safety'),
    env: { ...process.env, BASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The safety runner failed.')
  const parsed: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const { results = [] }: { results?: readonly Result[] } = Object(parsed)
  const dangers = results.filter(({ polarity }) => polarity === 'positives')
  const acute = dangers.filter(({ severity }) => severity !== 'caution')
  const emergencies = dangers.filter(({ severity }) => severity === 'emergency')
  const harmless = results.filter(({ polarity }) => polarity === 'negatives')
  return {
    recall_emergency: figureOf(emergencies, ({ hit }) => hit === true),
    recall_emergency_urgent: figureOf(acute, ({ hit }) => hit === true),
    false_alarms: figureOf(harmless, ({ alarm }) => alarm === true),
    products_on_positives: figureOf(dangers, ({ products }) => products > 0),
  }
}

function figureOf(results: readonly Result[], counts: (result: Result) => boolean): Figure {
  const is = results.filter(counts).length
  return { is, of: results.length, ...(results.length > 0 && { share: is / results.length }) }
}
