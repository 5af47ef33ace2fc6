const EXPLAINED = 'button[data-refs], a[href]'

/**
 * Tells which control of an answer is hovered, or focused by the keyboard, and when none is any more. A finger neither
 * hovers nor focuses: a tap does what the control does, and nothing else.
 *
 * @returns what ends it
 */
export function followExplained(
  root: HTMLElement,
  onChange: (control: HTMLElement | null) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const enter = (target: EventTarget | null) => {
    const found = target instanceof Element ? target.closest<HTMLElement>(EXPLAINED) : null
    if (found !== null) onChange(found)
  }
  const leave = ({ relatedTarget: to }: MouseEvent | FocusEvent) => {
    // The hint itself may be pointed at.
    if (!(to instanceof Element) || to.closest('[role="tooltip"]') === null) onChange(null)
  }
  const hover = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') enter(target)
  }
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) enter(target)
  }
  root.addEventListener('pointerover', hover, { signal })
  root.addEventListener('focusin', focus, { signal })
  root.addEventListener('pointerout', leave, { signal })
  root.addEventListener('focusout', leave, { signal })
  return () => {
    ending.abort()
  }
}
