import type { Finding } from './danger-model.ts'
import { isOperatorConcept } from './operator-phrases.ts'
import { isHigher, type Rule, type Severity } from './rules.ts'

/** Findings of rules and model in a conversation, read in one language. */
export interface Evidence {
  /** The rule of the highest severity that holds. */
  rule: Rule | undefined
  /** The rule of caution that counts where the model drops `rule`. */
  caution: Rule | undefined
  finding: Finding | undefined
  /** True when a concept is named beside which nothing is sold. */
  names: boolean
  /** True when the message that the rule matched, or else the last one, describes years ago. */
  isPast: boolean
}

/** Probabilities of the model, 0 to 1. `training/cross-validate.ts` chooses them on messages that a model has not learnt. */
export interface Thresholds {
  /** Probability of an acute danger from which the model alone reports one. */
  reports: number
  /** Probability from which the model raises the severity of a rule of caution. */
  raises: number
  /** Probability below which an urgent rule has matched a figure of speech. */
  drops: number
  /** The same for an emergency rule: an emergency that is missed costs more than an alarm too many. */
  dropsEmergency: number
  /** `drops`, `dropsEmergency` and `reports` for a message that describes years ago. */
  past: number
  /** Probability from which the model alone reports a caution. */
  cautions: number
  /** Probability of any danger below which a rule of caution has matched other words. */
  dropsCaution: number
  /** Probability of any danger from which nothing is sold, with or without a danger. */
  sells: number
}

/** Probability from which the category of the model is taken: a rule may match words of another danger. */
const classifiesFrom = 0.9

/** The danger that was found in one language. */
export interface Decision {
  danger: { category: string; severity: Severity; rule: string } | undefined
  sensitive: boolean
}

/** Joins what rules and model found. */
export function decide(evidence: Evidence, thresholds: Thresholds): Decision {
  const { rule, caution, finding, names } = evidence
  const { past } = thresholds
  const drops = evidence.isPast ? past : thresholds.drops
  const dropsEmergency = evidence.isPast ? past : thresholds.dropsEmergency
  const reports = evidence.isPast ? Math.max(past, thresholds.reports) : thresholds.reports
  const stays = (found: Rule | undefined) =>
    !isDropped(found, finding, { ...thresholds, drops, dropsEmergency })
  const kept = [rule, caution].find((found) => found !== undefined && stays(found))
  return {
    danger: combine(kept, finding, { ...thresholds, reports }),
    sensitive: rule !== undefined || names || (finding?.concern ?? 0) >= thresholds.sells,
  }
}

/** Returns whether the model takes a rule for a match of other words. A phrase of an operator is left to the operator. */
function isDropped(rule: Rule | undefined, finding: Finding | undefined, thresholds: Thresholds): boolean {
  if (rule === undefined || finding === undefined || isOfOperator(rule)) return false
  if (rule.severity === 'caution') return finding.concern < thresholds.dropsCaution
  return finding.probability < (rule.severity === 'emergency' ? thresholds.dropsEmergency : thresholds.drops)
}

function isOfOperator({ pattern }: Rule): boolean {
  return pattern.main.concepts.some(isOperatorConcept)
}

/** The danger that a rule and the model find together. */
function combine(
  rule: Rule | undefined,
  finding: Finding | undefined,
  { reports, raises, cautions }: Thresholds,
): Decision['danger'] {
  const byRule = rule && { category: rule.category, severity: rule.severity, rule: rule.id }
  if (finding === undefined) return byRule
  const { probability, severity, category, caution, cautionCategory } = finding
  if (probability >= (rule === undefined ? reports : raises) && isHigher(severity, rule?.severity))
    return { category, severity, rule: `model-${category}` }
  if (rule === undefined)
    return caution < cautions
      ? undefined
      : { category: cautionCategory, severity: 'caution', rule: `model-${cautionCategory}` }
  if (isOfOperator(rule)) return byRule
  const [share, byModel] = rule.severity === 'caution' ? [caution, cautionCategory] : [probability, category]
  return {
    category: share >= classifiesFrom ? byModel : rule.category,
    severity: rule.severity,
    rule: rule.id,
  }
}
