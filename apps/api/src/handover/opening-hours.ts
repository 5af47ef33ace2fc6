import type { OpeningHours } from '@org/api-client/contract'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns whether a moment lies within opening hours, in their time zone; always without hours. */
export function isOpen(hours: OpeningHours | null, now: Date): boolean {
  if (hours === null) return true
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: hours.zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((known) => known.type === type)?.value ?? ''
  const day = hours.days[weekdays.indexOf(part('weekday'))]
  if (day === undefined || day === null) return false
  const clock = `${part('hour')}:${part('minute')}`
  return clock >= day.from && clock < day.to
}
