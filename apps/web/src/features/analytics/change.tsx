import { localeOr } from '@org/languages'
import { TrendingDown, TrendingUp } from 'lucide-react'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'

/** Change of a figure from the previous period, in percent. An increase is neither good nor bad: it has no colour. */
export function Change({
  now,
  then,
  isApproximate = false,
}: {
  now: number
  then: number
  /** True when one of the figures is an estimate. @default false */
  isApproximate?: boolean
}) {
  return (
    <span className={classes.change}>
      {then !== 0 && now > then && <TrendingUp aria-hidden="true" />}
      {then !== 0 && now < then && <TrendingDown aria-hidden="true" />}
      {describe(now, then, isApproximate)}
    </span>
  )
}

function describe(now: number, then: number, isApproximate: boolean): string {
  // From nothing there is no percentage.
  if (then === 0) return texts.noEarlier
  if (now === then) return texts.noChange
  const percent = new Intl.NumberFormat(localeOr(undefined), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(now / then - 1)
  return texts.change(isApproximate ? texts.approximately(percent) : percent)
}
