/** A day (YYYY-MM-DD) in words, in the language of the page. */
export function formatDay(day: string): string {
  const { lang } = document.documentElement
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(lang === '' ? undefined : lang, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(date)
}
