import { localeOr } from '@org/languages'

const time = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** A time of the wire as people read it; '' without one. */
export function formatTime(at: string | null): string {
  return at === null || Number.isNaN(Date.parse(at)) ? '' : time.format(new Date(at))
}
