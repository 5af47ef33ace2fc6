import { toDay } from '../analytics/days.ts'

/** Day and UTC hour of weekly e-mails: 1 is Monday, 7 Sunday. */
export interface WeeklyTime {
  weeklyDay: number
  weeklyHour: number
}

/** The seven UTC days of a weekly e-mail, and the time from which it is sent. */
export interface ReportWeek {
  firstDay: string
  lastDay: string
  dueAt: Date
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daysOfWeek = 7

/** Returns the newest week whose e-mail is due. It ends on the day before it. */
export function dueWeek(now: Date, { weeklyDay, weeklyHour }: WeeklyTime): ReportWeek {
  const today = Date.parse(toDay(now.getTime()))
  // Sunday is 0 in JavaScript and 7 in ISO 8601.
  const weekday = new Date(today).getUTCDay() || daysOfWeek
  const back = (weekday - weeklyDay + daysOfWeek) % daysOfWeek
  const dueAt = today - back * dayMs + weeklyHour * hourMs
  return weekUntil(dueAt > now.getTime() ? dueAt - daysOfWeek * dayMs : dueAt)
}

/** Returns the time of the next weekly e-mails. */
export function nextDue(now: Date, time: WeeklyTime): Date {
  return new Date(dueWeek(now, time).dueAt.getTime() + daysOfWeek * dayMs)
}

function weekUntil(dueAt: number): ReportWeek {
  const day = (back: number) => toDay(dueAt - back * dayMs)
  return { firstDay: day(daysOfWeek), lastDay: day(1), dueAt: new Date(dueAt) }
}

/** Returns the seven days before a week. */
export function weekBefore({ firstDay }: Pick<ReportWeek, 'firstDay'>): { from: string; to: string } {
  const first = Date.parse(firstDay)
  return { from: toDay(first - daysOfWeek * dayMs), to: toDay(first - dayMs) }
}
