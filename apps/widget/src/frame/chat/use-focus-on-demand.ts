import { useStore } from '@org/chat-engine/react'
import type { ComposerEngine } from '@org/ui-kit/engine'
import { useEffect, useRef, type RefObject } from 'react'
import { isTouch } from '../is-touch.ts'

/**
 * Returns the ref of the composer's text box, which takes the focus each time `count` grows. A box that is disabled
 * at that moment takes it as soon as it is enabled, unless the focus has moved meanwhile: a browser ignores `focus()`
 * on a disabled element. On a touch screen the card around it takes the focus instead: a keyboard would cover half of
 * what is there to read.
 *
 * @param count 0 while the focus belongs elsewhere
 * @param engine whose conversation and disclaimer enable the box
 */
export function useFocusOnDemand(
  count: number,
  engine: Pick<ComposerEngine, 'conversations' | 'disclaimer'>,
): RefObject<HTMLTextAreaElement | null> {
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const doneCount = useRef(0)
  const waiting = useRef<{ count: number; focused: Element | null } | null>(null)
  const { selectedKey } = useStore(engine.conversations)
  const { required, acknowledged } = useStore(engine.disclaimer)
  const isEnabled = selectedKey !== null && (!required || acknowledged)

  useEffect(() => {
    const input = inputRef.current
    if (count <= doneCount.current || input === null) return
    const { activeElement, body } = document
    if (!isEnabled) {
      if (waiting.current?.count !== count) waiting.current = { count, focused: activeElement }
      return
    }
    const hasMoved =
      waiting.current?.count === count &&
      (!document.hasFocus() || (activeElement !== body && activeElement !== waiting.current.focused))
    doneCount.current = count
    waiting.current = null
    if (hasMoved) return
    const target = isTouch() ? input.closest('main') : input
    target?.focus()
  }, [count, isEnabled])

  return inputRef
}
