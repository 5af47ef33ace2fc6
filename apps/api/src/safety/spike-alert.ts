/** Hours that the usual count is the mean of: one week. */
export const longestMemoryHours = 168

/** Multiple of the usual count from which an hour is a spike. */
const multiple = 5
/** Dangers of an hour below which nothing is a spike. */
const least = 10

/** Returns whether an hour has far more dangers of a category than usual. */
export function isSpike({ count, usual }: { count: number; usual: number }): boolean {
  return count >= least && count > usual * multiple
}
