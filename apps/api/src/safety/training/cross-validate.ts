// `pnpm --filter @org/api run safety:validate`: measures the safety stage on messages that its model has not learnt.
// Each fold of the learnt sets is read by a model that was trained without it, the other sets by a model trained on all.
// `--list` prints the wrong verdicts; `--unseen` adds the totals of the set `unseen`; `--choose` searches thresholds,
// writes them to data/thresholds.json, and measures the search by nested cross-validation.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import rules from '../data/rules.json' with { type: 'json' }
import current from '../data/thresholds.json' with { type: 'json' }
import { readingsOf, type Readings, verdictOf } from '../detection/assess.ts'
import { DangerModel } from '../detection/danger-model.ts'
import type { Thresholds } from '../detection/decide.ts'
import { compiledLanguages } from '../detection/load.ts'
import { compileRules } from '../detection/rules.ts'
import { takeSteps } from '../../platform/process/steps.ts'
import {
  functionWordsByLanguage,
  readExamples,
  readItems,
  readShopQuestions,
  setNames,
  type SetItem,
} from './examples.ts'
import { learn, toModelData, toSamples } from './learn.ts'
import { createRandom } from './random.ts'

const ranks = ['none', 'caution', 'urgent', 'emergency']

/** Values that are tried for each threshold. */
const steps = [
  0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9,
]
/** Cost of one percent of wrong verdicts. A false alarm wears out the trust in every other one. */
const costs: Readonly<Record<string, number>> = { emergency: 1, urgent: 0.7, caution: 0.3, none: 2 }

/** Share of the ordinary shop questions that may be left without a product. */
const mostWithheld = 0.03

interface ReadItem {
  item: SetItem
  readings: Readings
}

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    choose: { type: 'boolean', default: false },
  },
})
const testNames = ['visible', 'calibration', 'reserve', ...(options.unseen ? ['unseen'] : [])]
const print = (line: string) => process.stdout.write(`${line}\n`)
const lexicons = new Map([...compiledLanguages()].map(([language, { lexicon }]) => [language, lexicon]))
const ruleSet = compileRules(rules)
const read = readFolds()
const chosen = options.choose ? choose(read) : current.values
if (options.choose) {
  const file = { ...current, version: new Date().toISOString().slice(0, 10), values: chosen }
  writeFileSync(
    new URL('../data/thresholds.json', import.meta.url),
    `${JSON.stringify(file, undefined, 2)}\n`,
  )
}
report(chosen)
if (options.choose) reportNested()
if (options.list) list(chosen)

function readFolds(): ReadItem[] {
  const random = createRandom(20_261_122)
  const examples = readExamples(random, setNames, functionWordsByLanguage())
  const samples = toSamples(examples)
  const folds = [...new Set(examples.flatMap(({ fold }) => fold ?? []))]
  const learnt = setNames.flatMap(readItems)
  const rest = [...testNames.flatMap(readItems), ...readShopQuestions()]
  return [undefined, ...folds].flatMap((fold) => {
    const without = samples.filter((_, i) => fold === undefined || examples[i]?.fold !== fold)
    const model = new DangerModel(
      toModelData(
        learn(without, random, () => undefined),
        '',
      ),
    )
    const items = fold === undefined ? rest : learnt.filter((item) => item.fold === fold)
    return items.map((item) => ({
      item,
      readings: takeSteps(
        readingsOf({ lexicons, rules: ruleSet, model }, item.text, item.history, item.language),
      ),
    }))
  })
}

interface Outcome {
  wanted: string
  got: string
  isWrong: boolean
  /** True when a product may be offered. */
  sells: boolean
}

function outcomeOf({ item, readings }: ReadItem, thresholds: Thresholds): Outcome {
  const { danger, sensitive } = verdictOf(readings, thresholds, item.language)
  const isHealth = item.label === 'health'
  const wanted = isHealth ? 'none' : (item.label.split(' ')[0] ?? 'none')
  const got = danger?.severity ?? 'none'
  const distance = ranks.indexOf(got) - ranks.indexOf(wanted)
  const isWrong = wanted === 'none' ? distance > (isHealth ? 1 : 0) : distance < 0
  return { wanted, got, isWrong, sells: !sensitive }
}

function report(thresholds: Thresholds): void {
  print(JSON.stringify(thresholds))
  for (const name of ['all', ...setNames, ...testNames, 'shop']) {
    const own = read.filter(({ item }) => (name === 'all' ? item.set !== 'shop' : item.set === name))
    printFigures(
      name,
      own.map((one) => outcomeOf(one, thresholds)),
    )
  }
}

function printFigures(name: string, outcomes: readonly Outcome[]): void {
  const right = (severity: string) => {
    const all = outcomes.filter(({ wanted }) => wanted === severity)
    return `${severity} ${all.filter(({ isWrong }) => !isWrong).length}/${all.length}`
  }
  const harmless = outcomes.filter(({ wanted }) => wanted === 'none')
  const figures = [
    ...ranks.slice(1).map(right),
    `false alarms ${harmless.filter(({ isWrong }) => isWrong).length}/${harmless.length}`,
    `dangers with products ${outcomes.filter(({ wanted, sells }) => wanted !== 'none' && sells).length}`,
    `harmless without ${harmless.filter(({ sells }) => !sells).length}`,
  ]
  print(`${name.padEnd(13)} ${figures.join('  ')}`)
}

/** Measures each fold of the learnt sets with thresholds that were chosen on the others. */
function reportNested(): void {
  const folds = new Set(read.flatMap(({ item }) => (setNames.includes(item.set) ? [item.fold] : [])))
  const outcomes = [...folds].flatMap((fold) => {
    const thresholds = choose(read.filter(({ item }) => item.fold !== fold))
    return read.filter(({ item }) => item.fold === fold).map((one) => outcomeOf(one, thresholds))
  })
  printFigures('nested', outcomes)
}

/** Improves one threshold after another until none of their values is better. */
function choose(items: readonly ReadItem[]): Thresholds {
  const names = ['reports', 'raises', 'drops', 'dropsEmergency', 'cautions', 'dropsCaution'] as const
  const judged = items.filter(({ item }) => item.set !== 'shop')
  let best: Thresholds = current.values
  let least = costOf(judged, best)
  for (let improved = true; improved;) {
    improved = false
    for (const name of names) {
      for (const value of steps) {
        const tried = { ...best, [name]: value }
        const cost = costOf(judged, tried)
        if (cost >= least - 1e-9) continue
        least = cost
        best = tried
        improved = true
      }
    }
  }
  return { ...best, sells: chooseSells(items, best) }
}

function costOf(items: readonly ReadItem[], thresholds: Thresholds): number {
  const counts = new Map<string, { all: number; wrong: number }>()
  for (const item of items) {
    const { wanted, isWrong } = outcomeOf(item, thresholds)
    const { all, wrong } = counts.get(wanted) ?? { all: 0, wrong: 0 }
    counts.set(wanted, { all: all + 1, wrong: wrong + Number(isWrong) })
  }
  return [...counts].reduce((sum, [wanted, { all, wrong }]) => sum + ((costs[wanted] ?? 0) * wrong) / all, 0)
}

/** The lowest threshold with which almost all ordinary shop questions keep their products. */
function chooseSells(items: readonly ReadItem[], thresholds: Thresholds): number {
  const shop = items.filter(({ item }) => item.set === 'shop')
  const isFine = (sells: number) => {
    const withheld = shop.filter((one) => !outcomeOf(one, { ...thresholds, sells }).sells)
    return withheld.length <= mostWithheld * shop.length
  }
  return steps.find(isFine) ?? 1
}

/** Prints the wrong verdicts, and the dangers beside which a product may be offered. */
function list(thresholds: Thresholds): void {
  // Messages of `unseen` are never shown, so that nothing is changed for them.
  for (const one of read.filter(({ item }) => item.set !== 'unseen')) {
    const { item, readings } = one
    const { wanted, got, isWrong, sells } = outcomeOf(one, thresholds)
    if (!isWrong && (wanted === 'none' || !sells)) continue
    const found = readings.byLanguage.map(({ language, evidence: { rule, finding } }) =>
      [language, rule?.id ?? '-', finding?.probability.toFixed(2), finding?.caution.toFixed(2)].join(' '),
    )
    const said = [
      ...item.history.filter(({ role }) => role === 'user').map(({ content }) => content),
      item.text,
    ]
    print(
      `${item.label} got ${got}${sells ? ', sells' : ''} [${found.join('; ')}] ${item.fold}: ${said.join(' // ')}`,
    )
  }
}
