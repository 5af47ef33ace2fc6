import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'
import type { ConversationSummary } from './conversation-sidebar-list.tsx'

/** Conversations under one heading. */
export interface ConversationGroup {
  /** Null above conversations without a time. */
  readonly heading: string | null
  readonly items: readonly ConversationSummary[]
}

/**
 * Groups a list by the local days of its times: pinned ones, today, yesterday, the 7 and the 30 days before, then
 * months. A conversation without a time stays with the one before it.
 *
 * @param conversations newest first
 * @param now time in ms since 1970
 */
export function groupByTime(
  conversations: readonly ConversationSummary[],
  texts: ConversationSidebarLabels,
  now: number = Date.now(),
): readonly ConversationGroup[] {
  const groups = new Map<string | null, ConversationSummary[]>()
  let heading: string | null = null
  const pinned = conversations.filter((each) => each.pinned === true)
  if (pinned.length > 0) groups.set(texts.pinned, pinned)
  for (const conversation of conversations) {
    if (conversation.pinned === true) continue
    heading = headingOf(conversation.updatedAt, texts, now) ?? heading
    const items = groups.get(heading)
    if (items === undefined) groups.set(heading, [conversation])
    else items.push(conversation)
  }
  return [...groups].map(([name, items]) => ({ heading: name, items }))
}

function headingOf(
  updatedAt: string | null | undefined,
  { today, yesterday, previous7Days, previous30Days }: ConversationSidebarLabels,
  now: number,
): string | null {
  const date = new Date(updatedAt ?? '')
  if (Number.isNaN(date.getTime())) return null
  const days = dayNumber(new Date(now)) - dayNumber(date)
  // The clock of the server may be ahead of the browser's.
  if (days <= 0) return today
  if (days === 1) return yesterday
  if (days <= 7) return previous7Days
  return days <= 30 ? previous30Days : monthOf(date)
}

/** Returns the number of a local day; days that daylight saving shortens count as whole ones. */
function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

/** Returns a month in the language of the page, such as 'October 2026'. */
function monthOf(date: Date): string {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang || undefined, { month: 'long', year: 'numeric' }).format(date)
}
