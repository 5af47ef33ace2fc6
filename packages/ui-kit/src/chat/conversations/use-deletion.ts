import { useEffect, useRef, useState, type RefObject } from 'react'
import { rowsIn } from './conversation-row-keys.ts'
import type { ConversationSummary } from './conversation-sidebar-list.tsx'

/** Options of {@link useDeletion}. */
export interface DeletionOptions {
  conversations: readonly ConversationSummary[]
  /** The rows as they are displayed. */
  shown: readonly ConversationSummary[]
  onDelete: ((key: string) => void) | undefined
  listRef: RefObject<HTMLElement | null>
  /** Takes the focus when no row is left. */
  createRef: RefObject<HTMLButtonElement | null>
}

/** The question before a conversation is deleted. */
export interface Deletion {
  /** True while the question is open. */
  isAsking: boolean
  /** True from the first question on: a dialog that is unmounted on closing returns no focus. */
  wasAsked: boolean
  ask: (key: string) => void
  close: () => void
  confirm: () => void
}

/** Asks before a conversation is deleted, and moves the focus to the next row when its row has gone. */
export function useDeletion({
  conversations,
  shown,
  onDelete,
  listRef,
  createRef,
}: DeletionOptions): Deletion {
  // The row whose deletion was confirmed, and its position.
  const deleted = useRef<{ key: string; at: number }>(null)
  // Undefined until the first question; null once it is answered.
  const [deletingKey, setDeletingKey] = useState<string | null>()
  const isAsking = typeof deletingKey === 'string'

  useEffect(() => {
    if (deleted.current === null || isAsking) return
    const { key: gone, at } = deleted.current
    if (conversations.some(({ key }) => key === gone)) return
    deleted.current = null
    // The button that had the focus went with its row: the next row takes it.
    if (document.activeElement !== document.body) return
    const rows = rowsIn(listRef.current)
    const row = rows[Math.min(at, rows.length - 1)]
    const target = row?.querySelector<HTMLElement>('a, button') ?? createRef.current
    target?.focus()
  }, [conversations, isAsking, listRef, createRef])

  return {
    isAsking,
    wasAsked: deletingKey !== undefined,
    ask: setDeletingKey,
    close: () => setDeletingKey(null),
    confirm: () => {
      if (!isAsking) return
      deleted.current = { key: deletingKey, at: shown.findIndex(({ key }) => key === deletingKey) }
      onDelete?.(deletingKey)
    },
  }
}
