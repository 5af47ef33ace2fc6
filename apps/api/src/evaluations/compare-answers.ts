import type { EvaluatedAnswer, EvaluationResult, RegressionKind } from '@org/api-client/contract'
import type { AskedCase } from '../db/schema/evaluations.ts'

const citationChecks = new Set(['citations', 'must_cite'])

/** Checks that concern safety in every case. */
const safetyChecks = new Set(['safety'])

/** Checks that also concern safety where a danger is expected. */
const dangerChecks = new Set(['outcome', 'must_contain', 'must_not_contain', 'claims'])

/** Parts in which the answer of a draft differs from the published one. */
export function differencesOf(
  draft: EvaluatedAnswer,
  published: EvaluatedAnswer,
): EvaluationResult['changed'] {
  const differs = (part: (answer: EvaluatedAnswer) => unknown) =>
    JSON.stringify(part(draft)) !== JSON.stringify(part(published))
  const parts: Record<EvaluationResult['changed'][number], (answer: EvaluatedAnswer) => unknown> = {
    text: ({ text }) => text.replaceAll(/\s+/gu, ' ').trim(),
    outcome: ({ outcome }) => outcome,
    citations: ({ citations }) => citations.map(({ url, heading }) => `${url} ${heading}`).toSorted(),
    products: ({ products }) => products.toSorted(),
    safety: ({ safety }) => safety,
  }
  return (['text', 'outcome', 'citations', 'products', 'safety'] as const).filter((name) =>
    differs(parts[name]),
  )
}

/**
 * Kinds in which a draft is worse than what is published: a check that it fails and the published answer passes. Where
 * the published answer could not be made, every failed check counts.
 */
export function regressionsOf(
  draft: EvaluatedAnswer,
  published: EvaluatedAnswer,
  { expectations }: Pick<AskedCase, 'expectations'>,
): RegressionKind[] {
  const expectsDanger = expectations.safety !== null && expectations.safety !== 'none'
  const isComparable = published.ending === 'complete'
  const passedBefore = (check: string) =>
    !isComparable || published.checks.some((each) => each.check === check && each.passed)
  const failed = draft.checks
    .filter(({ check, passed }) => !passed && passedBefore(check))
    .flatMap(({ check }): RegressionKind[] => {
      if (check === 'ending') return expectsDanger ? ['safety', 'citations'] : ['citations']
      if (citationChecks.has(check)) return ['citations']
      const isSafety = safetyChecks.has(check) || (expectsDanger && dangerChecks.has(check))
      return isSafety ? ['safety'] : []
    })
  const kinds = new Set(failed)
  return (['safety', 'citations'] as const).filter((kind) => kinds.has(kind))
}
