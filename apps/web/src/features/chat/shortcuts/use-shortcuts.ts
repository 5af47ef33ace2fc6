import { useAccess, useThread } from '@org/chat-engine/react'
import { useEffect, useEffectEvent } from 'react'

/** Actions of the chat's keys. */
export interface ShortcutActions {
  focusInput: () => void
  focusSearch: () => void
  showShortcuts: () => void
}

/**
 * Handles the keys of the whole chat: '/' focuses the input, '?' shows all keys, Ctrl+K or Cmd+K focuses the search,
 * Escape stops an answer. Single characters are typed where the focus is in a text field.
 */
export function useShortcuts({ focusInput, focusSearch, showShortcuts }: ShortcutActions): void {
  const thread = useThread()
  const { disclaimer } = useAccess()
  const canWrite = !disclaimer.required || disclaimer.acknowledged

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A dialog has its keys to itself, and so has an input method.
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal') !== null) return
    const act = actionOf(event)
    if (act === null) return
    event.preventDefault()
    act()
  })

  function actionOf(event: KeyboardEvent): (() => void) | null {
    const { key, altKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() === 'k' && !altKey && ctrlKey !== metaKey) return focusSearch
    if (altKey || ctrlKey || metaKey) return null
    if (key === 'Escape') return thread?.isRunning === true && !isWritten(event.target) ? thread.stop : null
    if (isWritten(event.target)) return null
    if (key === '/') return focusInput
    // Before the disclaimer is acknowledged, it is the end of a question that cannot be written yet.
    return key === '?' && canWrite ? showShortcuts : null
  }

  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** Returns whether keys pressed on the target type text. */
function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))
  )
}
