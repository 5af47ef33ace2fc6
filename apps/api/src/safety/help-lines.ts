import type { SafetyCategory, SafetySeverity } from '@org/api-client/contract'
import data from './data/help-lines.json' with { type: 'json' }

/** A help line of the reviewed file, or one that an operator added. */
export interface KnownLine {
  /** ISO 3166-1 code of the country, or `INT`. */
  region: string
  kind: string
  phone: string | null
  url: string | null
  /** Where the number is published. */
  source: string
  /** The day of the last check, YYYY-MM-DD. */
  checked: string
  /** The operator's own name of the line; reviewed lines are named by their kind. */
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

/** The reviewed lines. */
export const reviewedLines: readonly KnownLine[] = data.lines

let addedLines: readonly KnownLine[] = []

/** Replaces the lines that operators added; they come before the reviewed ones. */
export function setAddedLines(lines: readonly KnownLine[]): void {
  addedLines = lines
}

interface LineQuery {
  category: SafetyCategory
  severity: SafetySeverity
  language: string
  region?: string | undefined
}

const mostLines = 5

/** The lines for a danger: operators' first, then emergency services where it is grave, then those of its kind. */
export function linesFor({ category, severity, language, region }: LineQuery): KnownLine[] {
  const wanted = region ?? regionOfLanguage[language] ?? 'INT'
  const served = reviewedLines.some((line) => line.region === wanted) ? wanted : 'INT'
  const kinds = kindsOf[category]
  const ofRegion = reviewedLines.filter((line) => line.region === served)
  const emergency = ofRegion.filter(({ kind }) => kind === 'emergency')
  const special = kinds.flatMap((kind) => ofRegion.filter((line) => line.kind === kind))
  const own = addedLines.filter(
    (line) =>
      (line.region === wanted || line.region === 'INT') &&
      (line.categories === undefined || line.categories.length === 0 || line.categories.includes(category)),
  )
  const everywhere = reviewedLines.filter(({ kind }) => kind === 'directory')
  const needsDirectory =
    special.length === 0 &&
    (category === 'self_harm' || category === 'violence' || category === 'eating_disorder')
  const ordered = severity === 'emergency' ? [...emergency, ...special] : [...special, ...emergency]
  return unique([
    ...own,
    ...(severity === 'caution' ? special : ordered),
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
