import type { HelpLine, SafetyCategory, SafetyNotice, SafetySeverity } from '@org/api-client/contract'
import { linesFor, type OperatorLine } from './help-lines.ts'
import texts from './data/texts.json' with { type: 'json' }

/** A danger, as a notice is made for it. */
export interface NoticeOf {
  category: SafetyCategory
  severity: SafetySeverity
  /** ISO 639-1 code of the person's language. */
  language: string
  /** ISO 3166-1 code of the deployment's region; without it, that of the language. */
  region?: string | undefined
  /** Lines of the operators. @default none */
  operatorLines?: readonly OperatorLine[]
}

type Pair = readonly string[]

interface LanguageTexts {
  labels: Record<string, string>
  emergency: Record<string, Pair>
  urgent: Record<string, Pair>
  caution: Record<string, Pair>
}

const byLanguage = new Map<string, LanguageTexts>(Object.entries(texts.texts))

/** The languages with prepared texts. */
export const safetyLanguages: readonly string[] = [...byLanguage.keys()]

/** The prepared notice for a danger, in the person's language, with the help lines of the region. */
export function createNotice({
  category,
  severity,
  language,
  region,
  operatorLines = [],
}: NoticeOf): SafetyNotice {
  const own: LanguageTexts = byLanguage.get(language) ?? texts.texts.en
  const [title = '', text = ''] = textOf(own, severity, category)
  const lines = linesFor({ category, severity, language, region, operatorLines }).map(
    ({ phone, url, region: served, ...line }): HelpLine => ({
      label: 'label' in line ? line.label : (own.labels[line.kind] ?? line.kind),
      phone,
      url,
      region: served,
    }),
  )
  return { category, severity, title, text, lines }
}

function textOf(own: LanguageTexts, severity: SafetySeverity, category: string): Pair {
  return own[severity][category] ?? own.caution['default'] ?? []
}

/** The whole answer to an emergency, as text for readers that show no notice. */
export function safetyAnswer({ title, text, lines }: SafetyNotice): string {
  const list = lines.map(
    ({ label, phone, url }) => `- ${label}: ${[phone, url].filter((part) => part !== null).join(' · ')}`,
  )
  return `**${title}**\n\n${text}\n\n${list.join('\n')}`
}
