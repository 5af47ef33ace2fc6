import { localeOr } from '@org/languages'
import { TrendingDown, TrendingUp } from 'lucide-react'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'

/** Change of a figure from the previous period, in percent. An increase is neither good nor bad: it has no colour. */
export function Change({
  now,
  previous,
  isApproximate = false,
}: {
  now: number
  previous: number
  /** True when one of the figures is an estimate. @default false */
  isApproximate?: boolean
}) {
  return (
    <span className={classes.change}>
      {previous !== 0 && now > previous && <TrendingUp aria-hidden="true" />}
      {previous !== 0 && now < previous && <TrendingDown aria-hidden="true" />}
      {describe(now, previous, isApproximate)}
    </span>
  )
}

function describe(now: number, previous: number, isApproximate: boolean): string {
  // From nothing there is no percentage.
  if (previous === 0) return texts.noEarlier
  if (now === previous) return texts.noChange
  const percent = new Intl.NumberFormat(localeOr(undefined), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(now / previous - 1)
  return texts.change(isApproximate ? texts.approximately(percent) : percent)
}
