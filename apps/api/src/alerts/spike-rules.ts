/** Counts of a time, and those of an earlier, longer one. */
export interface Window {
  count: number
  total: number
  usualCount: number
  usualTotal: number
}

/** Rule of a kind of spike. */
interface SpikeRule {
  /** Smallest total with a meaningful share. */
  leastTotal: number
  leastCount: number
  /** Share below which nothing is a spike. */
  leastShare: number
  /** Multiple of the usual share from which a share is a spike. */
  multiple: number
}

/** Hours that are compared, and the days before them that are usual. */
export const gapHours = 24
export const usualDays = 28

/** Uncovered and partly answered questions of a day: below 20 questions a share moves by 5 % with each. */
const gapRule: SpikeRule = { leastTotal: 20, leastCount: 6, leastShare: 0.3, multiple: 1.5 }

/** Failed answers of this hour and the one before. */
const failureRule: SpikeRule = { leastTotal: 5, leastCount: 5, leastShare: 0.1, multiple: 3 }

/** Returns true for a day with far more uncovered questions than usual. */
export const isGapSpike = (window: Window): boolean => isSpike(window, gapRule)

/** Returns true for hours with far more failed answers than usual. */
export const isFailureSpike = (window: Window): boolean => isSpike(window, failureRule)

function isSpike({ count, total, ...usual }: Window, rule: SpikeRule): boolean {
  if (total < rule.leastTotal || count < rule.leastCount) return false
  const share = count / total
  return share >= rule.leastShare && share >= usualShare(usual) * rule.multiple
}

/** The usual share; 0 without earlier answers. */
export function usualShare({ usualCount, usualTotal }: Pick<Window, 'usualCount' | 'usualTotal'>): number {
  return usualTotal === 0 ? 0 : usualCount / usualTotal
}
