import { localeOr } from '@org/languages'

const format = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** A time of the server's, in the reader's own zone; '' for what is none. */
export function formatMoment(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? '' : format.format(time)
}
