import { useAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { findOpenAtom } from './thread.atoms.ts'

/**
 * Ctrl or Cmd and F opens the search in the conversation, and pressed again is the browser's own. It stands apart from
 * the search, whose code comes later: a key that is pressed before is not lost.
 *
 * @param conversationKey the conversation that can be searched, or `null`
 */
export function useFindKey(conversationKey: string | null): void {
  const [open, setOpen] = useAtom(findOpenAtom)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() !== 'f' || altKey || shiftKey || ctrlKey === metaKey) return
    if (open || event.defaultPrevented || document.querySelector('dialog:modal') !== null) return
    event.preventDefault()
    setOpen(true)
  })

  useEffect(() => {
    if (conversationKey === null) return undefined
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      setOpen(false)
    }
  }, [conversationKey, setOpen])
}
