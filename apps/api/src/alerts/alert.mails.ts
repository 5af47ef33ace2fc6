import type { AlertKind } from '@org/api-client/contract'
import { formatMicros } from '../costs/currency.ts'
import { type Language, say } from '../languages/say.ts'
import type { Mail } from '../mail/outbox.store.ts'

/** Figures of an alert. */
export interface AlertFacts {
  /** Counted answers, or spent millionths of the currency. */
  count: number
  /** The total that `count` is a part of, or the amount of the budget. */
  total: number | null
  /** Usual count among as many answers, or in as long a time. */
  usual: number | null
}

/** An alert as its e-mail shows it. */
export interface ShownAlert extends AlertFacts {
  kind: AlertKind
  /** Email of the client; null for the deployment. */
  client: string | null
  /** Category of a danger or name of a budget's widget; else empty. */
  name: string
  currency: string
  siteUrl: URL
}

/** Recipient of an alert. */
export interface AlertReader {
  id: string
  email: string
  language: Language
  isAdmin: boolean
}

const subjects: Record<AlertKind, string> = {
  safety: 'Far more safety notices than usual',
  gaps: 'Far more questions without an answer than usual',
  failures: 'Answers fail more often than usual',
  budget: 'A budget is nearly spent',
  budget_stop: 'A budget is spent',
}

/** Writes the e-mail of an alert. It contains no words of any person. */
export function alertMail({ id, email, language, isAdmin }: AlertReader, alert: ShownAlert): Mail {
  const t = (sentence: string, ...values: unknown[]) => say(language, sentence, ...values)
  const page = new URL(pageOf(alert.kind, isAdmin), alert.siteUrl).href
  const paragraphs = [
    factsOf(alert, language),
    ...(isAdmin && alert.client !== null ? [t('Client: {0}', alert.client)] : []),
    t('Look at the figures: {0}', page),
    alert.kind === 'safety'
      ? t('You get at most one e-mail a day about each category. It contains no words of any person.')
      : t('You get at most one e-mail a day of this kind. It contains no words of any person.'),
  ]
  return {
    kind: 'alert',
    recipient: email,
    userId: id,
    subject: t(subjects[alert.kind]),
    body: `${paragraphs.join('\n\n')}\n`,
  }
}

function pageOf(kind: AlertKind, isAdmin: boolean): string {
  if (!isAdmin) return '/client'
  return kind === 'safety' ? '/admin/safety' : '/admin/operations'
}

function factsOf({ kind, count, total, usual, name, currency }: ShownAlert, language: Language): string {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  if (kind === 'budget' || kind === 'budget_stop') {
    const money = (micros: number) => formatMicros(micros, currency, language)
    const spent = say(language, '{0} of {1} are spent in this month.', money(count), money(total ?? 0))
    return name === '' ? spent : `${say(language, 'Widget: {0}', name)}\n${spent}`
  }
  const usually = number(usual ?? 0, 1)
  if (kind === 'safety') {
    const category = name.replaceAll('_', ' ')
    return say(language, sentences.safety, number(count), category, usually)
  }
  return say(language, sentences[kind], number(count), number(total ?? 0), usually)
}

const sentences = {
  safety: 'The safety stage found {0} messages of the category "{1}" within an hour. Usual is {2}.',
  gaps: 'The content did not cover {0} of {1} questions of the last 24 hours, or only in part. Usual is {2}.',
  failures: '{0} of {1} answers failed within two hours. Usual is {2}.',
} as const
