import type { KeyboardEvent } from 'react'

/** Returns the rows of a list, in the order of the page, through all groups. */
export function rowsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('li') ?? [])]
}

/**
 * The keys of a list of conversations: the arrows lead from the search box into the list and from row to row, Home
 * and End to its ends, and from the first row up leads back to the search box.
 */
export function moveAmongRows(
  event: KeyboardEvent,
  search: HTMLInputElement | null,
  list: HTMLElement | null,
): void {
  const { target } = event
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return
  if (list === null || !(target instanceof HTMLElement)) return
  const rows = rowsIn(list)
  const at = target === search ? -1 : rows.findIndex((row) => row.contains(target))
  // Elsewhere, and in the box for a new title, the keys are somebody else's.
  if (at === -1 && target !== search) return
  if (target !== search && target.matches('input')) return
  const next = rowAfter(event.key, at, rows.length)
  if (next === undefined) return
  event.preventDefault()
  const row = next === -1 ? search : rows[next]?.querySelector<HTMLElement>('a, button')
  row?.focus()
}

// -1 is the search box.
function rowAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return at === -1 ? undefined : at - 1
  // In the search box Home and End belong to the text.
  if (key === 'Home' && at !== -1) return 0
  if (key === 'End' && at !== -1) return count - 1
  return undefined
}
