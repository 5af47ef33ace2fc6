const hour = 3_600_000
/** Hours that the usual count is the mean of: one week. */
const hoursRemembered = 168

/** More dangers of one category within an hour than usual. */
export interface SafetySpike {
  category: string
  /** Dangers of the current hour. */
  count: number
  /** Mean of the earlier hours, at most a week. */
  usual: number
}

export interface SpikeAlertOptions {
  /** Called once an hour at most for each category; receives counts, never a word of a person. */
  onSpike: (spike: SafetySpike) => void
  /** Multiple of the usual count from which an hour is a spike. @default 5 */
  multiple?: number
  /** Dangers of an hour below which nothing is a spike. @default 10 */
  least?: number
  /** Epoch milliseconds. @default Date.now */
  now?: () => number
}

interface Hours {
  /** The current hour, counted from the epoch. */
  at: number
  count: number
  hasAlerted: boolean
  /** Counts of the earlier hours, oldest first. */
  earlier: number[]
}

/**
 * Counts the dangers of each category by the hour, in the memory of this instance, and reports an hour with far more
 * than usual.
 *
 * @returns counts one danger
 */
export function createSpikeAlert({
  onSpike,
  multiple = 5,
  least = 10,
  now = Date.now,
}: SpikeAlertOptions): (category: string) => void {
  const byCategory = new Map<string, Hours>()
  return (category) => {
    const at = Math.floor(now() / hour)
    const hours = byCategory.get(category) ?? { at, count: 0, hasAlerted: false, earlier: [] }
    byCategory.set(category, hours)
    if (at > hours.at) advance(hours, at)
    hours.count += 1
    const usual = hours.earlier.reduce((sum, count) => sum + count, 0) / Math.max(1, hours.earlier.length)
    if (hours.hasAlerted || hours.count < least || hours.count <= usual * multiple) return
    hours.hasAlerted = true
    onSpike({ category, count: hours.count, usual })
  }
}

function advance(hours: Hours, at: number): void {
  const quiet = Math.min(at - hours.at - 1, hoursRemembered)
  hours.earlier = [...hours.earlier, hours.count, ...Array.from({ length: quiet }, () => 0)].slice(
    -hoursRemembered,
  )
  hours.at = at
  hours.count = 0
  hours.hasAlerted = false
}
