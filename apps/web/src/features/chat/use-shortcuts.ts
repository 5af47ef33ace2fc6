import { useThread } from '@org/chat-engine/react'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { searchWishAtom, shortcutsOpenAtom } from './chat.atoms.ts'

/**
 * The keys of the whole chat: '/' goes to the input, '?' shows all the keys, Ctrl or Cmd and K goes to the search,
 * Escape stops an answer. The single characters mean themselves where something is being written.
 */
export function useShortcuts(focusInput: () => void): void {
  const thread = useThread()
  const wishForSearch = useSetAtom(searchWishAtom)
  const openShortcuts = useSetAtom(shortcutsOpenAtom)

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
    if (key.toLowerCase() === 'k' && !altKey && ctrlKey !== metaKey) {
      return () => {
        wishForSearch((wishes) => wishes + 1)
      }
    }
    if (altKey || ctrlKey || metaKey) return null
    if (key === 'Escape') return thread?.isRunning === true && !isWritten(event.target) ? thread.stop : null
    if (isWritten(event.target)) return null
    if (key === '/') return focusInput
    if (key !== '?') return null
    return () => {
      openShortcuts(true)
    }
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
