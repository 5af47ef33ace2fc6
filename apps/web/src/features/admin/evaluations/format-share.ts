import type { Interval } from '@org/api-client'
import { localeOr } from '@org/languages'
import { evaluationTexts as texts } from './evaluations.texts.ts'

const percent = new Intl.NumberFormat(localeOr(undefined), { style: 'percent', maximumFractionDigits: 0 })

/** A share with its interval: `9 of 10 · 90 % (60 % to 98 %)`. */
export function formatShare({ n, count, low, high }: Interval): string {
  if (n === 0) return texts.noShare
  const share = texts.share(percent.format(count / n), percent.format(low), percent.format(high))
  return `${texts.of(count, n)} · ${share}`
}

/** The name of a draft; a text in its place where it has none. */
export function draftName(name: string): string {
  return name === '' ? texts.drafts.unnamed : name
}
