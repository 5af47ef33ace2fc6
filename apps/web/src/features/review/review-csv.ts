import { toCsv } from '@org/analytics-charts'
import type { ReviewItem } from '@org/api-client'

const columns = [
  ...(['at', 'question', 'answer', 'outcome', 'rating', 'reason', 'safety', 'language', 'widget'] as const),
  ...(['model', 'tokens', 'cost', 'status', 'assignee', 'labels', 'note', 'sources'] as const),
]

/** Writes records of answers as CSV (RFC 4180). The cost is in units of the deployment's currency. */
export function reviewCsv(items: readonly ReviewItem[]): string {
  const rows = items.map((item) => {
    const cells: Record<(typeof columns)[number], string> = {
      at: item.at,
      question: item.question ?? '',
      answer: item.answer ?? '',
      outcome: item.outcome ?? item.ending,
      rating: item.feedback ?? '',
      reason: item.reason ?? '',
      safety: item.safety?.category ?? '',
      language: item.language,
      widget: item.widget?.name ?? item.widget?.id ?? '',
      model: item.model,
      tokens: String(item.tokens),
      cost: item.costMicros === null ? '' : String(item.costMicros / 1_000_000),
      status: item.status,
      assignee: item.assignee?.email ?? '',
      labels: item.labels.join('; '),
      note: item.note,
      sources: item.citations.map(({ url }) => url).join(' '),
    }
    return columns.map((column) => cells[column])
  })
  return toCsv([columns, ...rows])
}
