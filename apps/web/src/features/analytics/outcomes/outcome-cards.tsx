import type { OutcomeCounts, OutcomeStats } from '@org/api-client'
import classes from '../analytics.module.css'
import { Change } from '../change.tsx'
import {
  formatCost,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShare,
  shareNames,
  shareOf,
  type Share,
} from './outcome-shares.ts'
import own from './outcomes.module.css'
import { outcomeTexts as texts } from './outcomes.texts.ts'

/** One card for each figure, with its total and its change. */
export function OutcomeCards({
  stats: { total, currency },
  earlier,
}: {
  stats: OutcomeStats
  earlier: OutcomeCounts | undefined
}) {
  const priced: Share = {
    part: total.answers - total.unpriced,
    whole: total.answers,
    unit: texts.units.priced,
  }
  return (
    <dl className={own.cards}>
      {shareNames.map((name) => {
        const share = shareOf(name, total)
        const points = earlier && formatPoints(share, shareOf(name, earlier))
        return (
          <div key={name} className={own.card}>
            <dt>{texts.cards[name]}</dt>
            <dd className={own.value}>{formatPercent(share)}</dd>
            <dd className={own.note}>
              {formatShare(share)}
              {name === 'clicked' && total.clicks > 0 && ` · ${texts.clicks(formatNumber(total.clicks))}`}
            </dd>
            {points !== undefined && <dd className={classes.change}>{points}</dd>}
          </div>
        )
      })}
      <div className={own.card}>
        <dt>{texts.cards.cost}</dt>
        <dd className={own.value}>{formatCost(total, currency)}</dd>
        <dd className={own.note}>{formatShare(priced)}</dd>
        {earlier !== undefined && (
          <dd className={classes.change}>
            <Change now={total.costMicros} previous={earlier.costMicros} />
          </dd>
        )}
      </div>
      <div className={own.card}>
        <dt>{texts.cards.tokens}</dt>
        <dd className={own.value}>{formatNumber(total.tokens)}</dd>
        <dd className={own.note}>{texts.output(formatNumber(total.outputTokens))}</dd>
        {earlier !== undefined && (
          <dd className={classes.change}>
            <Change now={total.tokens} previous={earlier.tokens} />
          </dd>
        )}
      </div>
    </dl>
  )
}
