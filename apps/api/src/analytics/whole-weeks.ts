const dayMs = 86_400_000

/**
 * The first Monday and the last Sunday of some UTC days, between which there are whole weeks. Where there is none, the
 * Monday is the day after them and the Sunday their last.
 */
export function wholeWeeks(from: string, to: string): { monday: string; sunday: string } {
  const monday = shift(from, (8 - new Date(from).getUTCDay()) % 7)
  const sunday = shift(to, -new Date(to).getUTCDay())
  return monday < sunday ? { monday, sunday } : { monday: shift(to, 1), sunday: to }
}

function shift(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}
