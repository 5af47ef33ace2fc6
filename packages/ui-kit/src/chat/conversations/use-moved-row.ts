import { useEffect, useRef, type RefObject } from 'react'
import { rowsIn } from './conversation-row-keys.ts'
import type { ConversationSummary } from './conversation-sidebar-list.tsx'

interface MovedRowOptions {
  /** The rows as they are displayed. */
  shown: readonly ConversationSummary[]
  listRef: RefObject<HTMLElement | null>
  /** Takes the focus when no row is left. */
  createRef: RefObject<HTMLButtonElement | null>
}

type Mark = (key: string, on: boolean) => void

/**
 * Keeps the focus in the list when a row is pinned, archived or restored: on the row at its new position, or on the row
 * that follows one that has gone.
 *
 * @returns wraps a change that moves a row
 */
export function useMovedRow({
  shown,
  listRef,
  createRef,
}: MovedRowOptions): (change: Mark | undefined) => Mark | undefined {
  const moved = useRef<{ key: string; at: number; before: readonly ConversationSummary[] }>(null)

  useEffect(() => {
    if (moved.current === null || moved.current.before === shown) return
    const { key, at } = moved.current
    moved.current = null
    if (document.activeElement !== document.body) return
    const rows = rowsIn(listRef.current)
    const row = rows.find(({ dataset }) => dataset['key'] === key) ?? rows[Math.min(at, rows.length - 1)]
    const target = row?.querySelector<HTMLElement>('a, button') ?? createRef.current
    target?.focus()
  }, [shown, listRef, createRef])

  return (change) =>
    change &&
    ((key, on) => {
      const at = rowsIn(listRef.current).findIndex(({ dataset }) => dataset['key'] === key)
      moved.current = { key, at, before: shown }
      change(key, on)
    })
}
