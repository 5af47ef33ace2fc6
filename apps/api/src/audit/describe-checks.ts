import type { ChainCheck, ChainProblem } from './audit-chain.ts'

const problems: Record<ChainProblem['kind'], string> = {
  changed_row: 'the row of the chain was changed',
  missing_row: 'rows of the chain before this one are missing',
  missing_start: 'the beginning of the chain is missing',
  changed_entry: 'the entry was changed',
  missing_entry: 'the entry is missing',
  early_retention: 'entries were deleted before the end of the retention period that is set now',
  entry_outside: 'the entry is in no chain',
  other_head: 'the noted hash is another one',
}

/** Describes the result of a check, a line for each chain and each problem. */
export function describeChecks(checks: readonly ChainCheck[]): string {
  return checks.flatMap((check) => [summaryOf(check), ...check.problems.map(describe)]).join('\n')
}

function summaryOf({
  chain,
  first,
  position,
  hash,
  entries,
  changes,
  problemCount,
  expired,
}: ChainCheck): string {
  if (position === 0 && problemCount === 0) return `${chain}: no entries`
  const parts = [
    `positions ${first} to ${position}`,
    `${entries} entries compared`,
    `${changes} removals of personal data and final counts`,
    problemCount === 0 ? 'no problem' : `${problemCount} problems`,
    ...expired.map((noted) => `position ${noted} has passed its retention period`),
  ]
  return `${chain}: ${parts.join(', ')}; ${chain}:${position}:${hash}`
}

function describe({ kind, position, entry }: ChainProblem): string {
  const place = [
    ...(position === null ? [] : [`position ${position}`]),
    ...(entry === null ? [] : [`entry ${entry}`]),
  ]
  return `  ${place.join(', ')}: ${problems[kind]}`
}
