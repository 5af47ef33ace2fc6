import type { OutcomeStats } from '@org/api-client'
import type { Interval } from '@org/analytics-charts'
import { analyticsTexts } from '../analytics.texts.ts'
import { sectionsOf } from '../figure.tsx'
import type { CsvSection } from '../save-all.ts'
import { shareNames, shareOf } from './outcome-shares.ts'
import { columns, tablesOf } from './outcome-table.tsx'
import { trendOf } from './outcomes.tsx'
import { outcomeTexts as texts } from './outcomes.texts.ts'

/** Outcomes for a file: each share as a count and its total. A cost is an amount; an unknown one is empty. */
export function outcomeSections(stats: OutcomeStats, interval: Interval): CsvSection[] {
  const { total, currency } = stats
  return [
    {
      title: texts.title,
      rows: [
        [analyticsTexts.csv.figure, texts.csv.part, texts.csv.whole, texts.csv.unit],
        ...shareNames.map((name) => {
          const { part, whole, unit } = shareOf(name, total)
          return [texts.cards[name], part, whole, unit]
        }),
        [texts.cards.tokens, total.tokens, null, ''],
        [
          texts.cards.cost,
          costOf(total),
          total.answers - total.unpriced,
          `${currency}, ${texts.units.priced}`,
        ],
      ],
    },
    ...sectionsOf(trendOf(stats), interval),
    ...tablesOf(stats).map(({ title, rows }) => ({
      title,
      rows: [
        [
          texts.columns.name,
          texts.columns.answers,
          ...columns.flatMap((name) => [texts.cards[name], texts.csv.whole]),
          texts.cards.tokens,
          `${texts.cards.cost} (${currency})`,
        ],
        ...rows.map(({ name, counts }) => [
          name,
          counts.answers,
          ...columns.flatMap((column) => {
            const { part, whole } = shareOf(column, counts)
            return [part, whole]
          }),
          counts.tokens,
          costOf(counts),
        ]),
      ],
    })),
  ]
}

function costOf({ costMicros, unpriced, answers }: OutcomeStats['total']): number | null {
  return answers > 0 && unpriced === answers ? null : costMicros / 1_000_000
}
