import { localeOr } from '@org/languages'
import { analyticsTexts as texts } from './analytics.texts.ts'
import type { FilterKind } from './use-view.ts'

/** A filter in words: `Product: Zinc`, `Country: Switzerland`. */
export function filterName(kind: FilterKind, value: string): string {
  return `${texts.filters.kinds[kind]}: ${kind === 'country' ? countryName(value) : value}`
}

function countryName(code: string): string {
  // The address may hold anything; only codes have names.
  if (!/^[A-Z]{2}$/u.test(code)) return code
  return new Intl.DisplayNames(localeOr(undefined), { type: 'region', fallback: 'code' }).of(code) ?? code
}
