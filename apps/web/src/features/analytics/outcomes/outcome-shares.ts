import type { OutcomeCounts } from '@org/api-client'
import { localeOr } from '@org/languages'
import { outcomeTexts as texts } from './outcomes.texts.ts'

/** A part of some answers, with its total. */
export interface Share {
  part: number
  whole: number
  /** Text of what the total counts. */
  unit: string
}

/** Names of the figures that are shares, in the order of their cards. */
export const shareNames = [
  ...(['coverage', 'answered', 'partial', 'uncovered', 'refused', 'safety', 'failed'] as const),
  ...(['helpful', 'opened', 'clicked'] as const),
]

/** Name of a figure that is a share. */
export type ShareName = (typeof shareNames)[number]

/** Returns a share of answers. Answers without an outcome, such as stopped ones, are in no share of outcomes. */
export function shareOf(name: ShareName, counts: OutcomeCounts): Share {
  const { units } = texts
  const judged = outcomesOf(counts)
  switch (name) {
    case 'coverage': {
      const part = counts.answered + counts.approved + counts.partial
      return { part, whole: part + counts.uncovered, unit: units.questions }
    }
    case 'answered': {
      return { part: counts.answered + counts.approved, whole: judged, unit: units.outcomes }
    }
    case 'failed': {
      return { part: counts.failed, whole: counts.answers, unit: units.answers }
    }
    case 'helpful': {
      return { part: counts.ratedUp, whole: counts.ratedUp + counts.ratedDown, unit: units.ratings }
    }
    case 'opened': {
      return { part: counts.opened, whole: counts.cited, unit: units.cited }
    }
    case 'clicked': {
      return { part: counts.clicked, whole: counts.shown, unit: units.shown }
    }
    default: {
      return { part: counts[name], whole: judged, unit: units.outcomes }
    }
  }
}

function outcomesOf({ answered, approved, partial, uncovered, refused, safety }: OutcomeCounts): number {
  return answered + approved + partial + uncovered + refused + safety
}

const locale = localeOr(undefined)
const number = new Intl.NumberFormat(locale)
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 0 })

/** A count as people read it. */
export const formatNumber = (count: number): string => number.format(count)

/** A share in percent; a dash without a total. */
export function formatPercent({ part, whole }: Share): string {
  return whole === 0 ? '–' : percent.format(part / whole)
}

/** A share with its total: "34 of 412 answers". */
export function formatShare({ part, whole, unit }: Share): string {
  return whole === 0 ? texts.none(unit) : texts.share(number.format(part), number.format(whole), unit)
}

/** Change of a share in percentage points; undefined where one of them has no total. */
export function formatPoints(now: Share, earlier: Share): string | undefined {
  if (now.whole === 0 || earlier.whole === 0) return undefined
  const points = Math.round((now.part / now.whole) * 100) - Math.round((earlier.part / earlier.whole) * 100)
  return texts.points(signed.format(points))
}

/** Millionths of a currency as an amount. The cost of answers whose price is unknown is no amount. */
export function formatCost({ costMicros, answers, unpriced }: OutcomeCounts, currency: string): string {
  if (answers > 0 && unpriced === answers) return texts.unknownPrice
  return formatMicros(costMicros, currency)
}

/** Millionths of a currency as an amount, with more digits below one unit. */
export function formatMicros(micros: number, currency: string): string {
  const amount = micros / 1_000_000
  const digits = amount !== 0 && Math.abs(amount) < 1 ? { maximumSignificantDigits: 2 } : {}
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount)
}
