import type { SafetyCategory, SafetySeverity } from '@org/api-client/contract'
import data from './data/help-lines.json' with { type: 'json' }

/** A help line of the data file, or one that an operator added. */
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
  /** The operator's own name of the line; lines of the data file are named by their kind. */
  label?: string
  /** Only for these categories. @default those of the kind */
  categories?: readonly string[]
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
}

const mostLines = 5

/** Returns the lines for a danger: emergency services first where it is grave, and those of its kind. */
export function linesFor({ category, severity, language, region }: LineQuery): KnownLine[] {
  const wanted = region ?? regionOfLanguage[language] ?? 'INT'
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
  const ordered = severity === 'emergency' ? [...emergency, ...special] : [...special, ...emergency]
  return unique([
    ...(severity === 'caution' && special.length > 0 ? special : ordered),
    ...(needsDirectory ? everywhere : []),
  ]).slice(0, mostLines)
}

function unique(lines: readonly KnownLine[]): KnownLine[] {
  const seen = new Set<string>()
  return lines.filter(({ phone, url }) => {
    const key = phone ?? url ?? ''
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
