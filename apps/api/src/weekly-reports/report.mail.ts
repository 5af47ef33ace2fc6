import type { OutcomeCounts } from '@org/api-client/contract'
import { formatMicros } from '../costs/currency.ts'
import { type Language, say } from '../languages/say.ts'
import type { Mail } from '../mail/outbox.store.ts'
import type { CountedText, ReportData } from './report-data.ts'

/** Recipient of a weekly e-mail. */
export interface ReportReader {
  id: string
  email: string
  language: Language
}

/** A part of some answers, with its total. */
interface Share {
  part: number
  whole: number
}

/** Addresses of a weekly e-mail. */
export interface ReportLinks {
  siteUrl: URL
  unsubscribeUrl: string
}

/** Writes the weekly e-mail of a client, in the client's language. */
export function reportMail(reader: ReportReader, data: ReportData, links: ReportLinks): Mail {
  const { language } = reader
  const t = (sentence: string, ...values: unknown[]) => say(language, sentence, ...values)
  const days = `${data.week.firstDay} – ${data.week.lastDay}`
  const page = new URL('/client', links.siteUrl)
  page.searchParams.set('from', data.week.firstDay)
  page.searchParams.set('to', data.week.lastDay)
  const sections = [
    t('Your assistant in the week {0} (UTC)', days),
    figures(data, language).join('\n'),
    ...section(t('Most asked questions'), data.questions, language),
    ...section(t('Questions that your content does not cover'), data.gaps, language),
    ...section(t('Most clicked products'), data.products, language),
    t('All figures: {0}', page.href),
    t('Stop these e-mails: {0}', links.unsubscribeUrl),
  ]
  return {
    kind: 'weekly-report',
    recipient: reader.email,
    userId: reader.id,
    subject: t('Your assistant in the week {0}', days),
    body: `${sections.join('\n\n')}\n`,
    unsubscribeUrl: links.unsubscribeUrl,
  }
}

function section(title: string, items: readonly CountedText[], language: Language): string[] {
  if (items.length === 0) return []
  const number = new Intl.NumberFormat(language)
  return [[title, ...items.map(({ text, count }) => `- ${text} (${number.format(count)})`)].join('\n')]
}

/** Lines of figures, each share with its total. */
function figures({ counts, before, currency }: ReportData, language: Language): string[] {
  const t = (sentence: string, ...values: unknown[]) => say(language, sentence, ...values)
  const number = (value: number) => new Intl.NumberFormat(language).format(value)
  const share = (sentence: string, now: Share, earlier: Share) =>
    now.whole === 0
      ? []
      : [
          t(sentence, percent(now, language), number(now.part), number(now.whole)) +
            change(now, earlier, language),
        ]
  return [
    t('Answers: {0} (the week before: {1})', number(counts.answers), number(before.answers)),
    ...share('Covered by your content: {0} ({1} of {2} questions)', coverage(counts), coverage(before)),
    ...share('Rated helpful: {0} ({1} of {2} ratings)', thumbs(counts), thumbs(before)),
    ...share('Sources opened: {0} ({1} of {2} answers with sources)', opened(counts), opened(before)),
    ...share('Products clicked: {0} ({1} of {2} answers with products)', clicked(counts), clicked(before)),
    ...costLine(counts, currency, language),
  ]
}

function costLine(
  { cost_micros: micros, answers, unpriced }: OutcomeCounts,
  currency: string,
  language: Language,
): string[] {
  if (micros === 0) return []
  const number = (value: number) => new Intl.NumberFormat(language).format(value)
  const values = [formatMicros(micros, currency, language), number(answers - unpriced), number(answers)]
  return [say(language, 'Cost: {0} ({1} of {2} answers with a known price)', ...values)]
}

function coverage({ answered, approved, partial, uncovered }: OutcomeCounts): Share {
  const part = answered + approved + partial
  return { part, whole: part + uncovered }
}

const thumbs = (counts: OutcomeCounts): Share => ({
  part: counts.rated_up,
  whole: counts.rated_up + counts.rated_down,
})
const opened = (counts: OutcomeCounts): Share => ({ part: counts.opened, whole: counts.cited })
const clicked = (counts: OutcomeCounts): Share => ({ part: counts.clicked, whole: counts.shown })

function percent({ part, whole }: Share, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part / whole)
}

/** Change in percentage points; nothing without an earlier total. */
function change(now: Share, earlier: Share, language: Language): string {
  if (earlier.whole === 0) return ''
  const points = Math.round((now.part / now.whole) * 100) - Math.round((earlier.part / earlier.whole) * 100)
  const signed = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(points)
  return `, ${say(language, '{0} points vs the week before', signed)}`
}
