import type { SafetyCategory, SafetySeverity } from '@org/api-client/contract'
import data from './data/help-lines.json' with { type: 'json' }

/** A help line of the data file. */
export interface KnownLine {
  /** ISO 3166-1 code of the country, or `INT`. */
  region: string
  kind: string
  phone: string | null
  url: string | null
  /** The page that the number was read on. */
  source: string
  /** The day on which the source was read, YYYY-MM-DD; null for a line that nobody verified, which is not shown. */
  checked: string | null
  /** Only for these categories. @default those of the kind */
  categories?: readonly string[]
}

/** A help line that an operator added. */
export interface OperatorLine {
  /** Shown as it is, in every language. */
  label: string
  region: string
  phone: string | null
  url: string | null
  /** Languages of the readers that it is shown to; empty for all. */
  languages: readonly string[]
  /** Dangers that it is shown for; empty for all. */
  categories: readonly string[]
}

const kindsOf: Readonly<Record<SafetyCategory, readonly string[]>> = {
  self_harm: ['crisis'],
  medical_emergency: ['medical'],
  overdose: ['poison'],
  anaphylaxis: ['medical'],
  infant: ['medical'],
  eating_disorder: ['crisis', 'medical'],
  violence: ['violence'],
  pregnancy: ['medical'],
  drug_interaction: ['poison', 'medical'],
  minor_dose: ['poison', 'medical'],
}

const regionOfLanguage: Readonly<Record<string, string>> = data.regionOfLanguage

/** Every line of the data file. */
export const shippedLines: readonly KnownLine[] = data.lines

/** The lines of the data file whose source was read. */
export const knownLines: readonly KnownLine[] = checkedLines(data.lines)

/** Drops the lines that nobody verified. */
export function checkedLines(lines: readonly KnownLine[]): KnownLine[] {
  return lines.filter(({ checked }) => checked !== null)
}

interface LineQuery {
  category: SafetyCategory
  severity: SafetySeverity
  language: string
  region?: string | undefined
  /** @default none */
  operatorLines?: readonly OperatorLine[]
}

const mostLines = 5
const mostAdded = 4

/**
 * Returns the lines for a danger: emergency services first where it is grave, then those of the operators, then those of
 * its kind.
 */
export function linesFor({
  category,
  severity,
  language,
  region,
  operatorLines = [],
}: LineQuery): (KnownLine | OperatorLine)[] {
  const wanted = region ?? regionOfLanguage[language] ?? 'INT'
  const added = operatorLines.filter(
    (line) =>
      (line.region === wanted || line.region === 'INT') &&
      (line.languages.length === 0 || line.languages.includes(language)) &&
      (line.categories.length === 0 || line.categories.includes(category)),
  )
  const served = knownLines.some((line) => line.region === wanted) ? wanted : 'INT'
  const kinds = kindsOf[category]
  const isFor = ({ categories = [] }: KnownLine) => categories.length === 0 || categories.includes(category)
  const ofRegion = knownLines.filter((line) => line.region === served && isFor(line))
  const emergency = ofRegion.filter(({ kind }) => kind === 'emergency')
  const ofKinds = kinds.flatMap((kind) => ofRegion.filter((line) => line.kind === kind))
  const special = ofKinds.length > 0 ? ofKinds : ofRegion.filter(({ kind }) => kind === 'medical')
  const everywhere = knownLines.filter(({ kind }) => kind === 'directory')
  const needsDirectory =
    !special.some(({ kind }) => kind !== 'medical') &&
    (category === 'self_harm' || category === 'violence' || category === 'eating_disorder')
  const isGrave = severity === 'emergency'
  const ordered = isGrave ? [...emergency, ...special] : [...special, ...emergency]
  const shipped = unique([
    ...(severity === 'caution' && special.length > 0 ? special : ordered),
    ...(needsDirectory ? everywhere : []),
  ]).slice(0, mostLines)
  const first = isGrave ? shipped.filter(({ kind }) => kind === 'emergency') : []
  // The lines of the data files stay, however many the operators add.
  return unique([...first, ...added.slice(0, mostAdded), ...shipped])
}

function unique<Line extends Pick<KnownLine, 'phone' | 'url'>>(lines: readonly Line[]): Line[] {
  const seen = new Set<string>()
  return lines.filter(({ phone, url }) => {
    const key = phone ?? url ?? ''
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
