import { useEffect, useEffectEvent } from 'react'
import { useChat } from '../chat-context.ts'

/**
 * Opens the search in the conversation with Ctrl+F or Cmd+F; pressed again, the keys open the browser's own search.
 * Separate from the search, whose code loads later: a key that is pressed before is not lost.
 *
 * @param conversationKey the conversation that can be searched, or `null`
 */
export function useFindKey(conversationKey: string | null): void {
  const { finding } = useChat().view

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() !== 'f' || altKey || shiftKey || ctrlKey === metaKey) return
    if (finding.get() || event.defaultPrevented || document.querySelector('dialog:modal') !== null) return
    event.preventDefault()
    finding.set(true)
  })

  useEffect(() => {
    if (conversationKey === null) return undefined
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      finding.set(false)
    }
  }, [conversationKey, finding])
}
