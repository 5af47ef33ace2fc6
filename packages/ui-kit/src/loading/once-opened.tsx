import { useState, type ReactNode } from 'react'
import { type LazyPart, useIdlePreload } from './lazy-part.tsx'

/** Props of {@link OnceOpened}. */
export interface OnceOpenedProps<Props> {
  part: LazyPart<Props>
  open: boolean
  props: Props
}

/**
 * Renders a lazy dialog from its first opening on; a dialog that is unmounted on closing returns no focus. Its code
 * loads when the page is idle, or with the first opening.
 */
export function OnceOpened<Props extends object>({
  part: Part,
  open,
  props,
}: OnceOpenedProps<Props>): ReactNode {
  const [wasOpened, setWasOpened] = useState(false)
  if (open && !wasOpened) setWasOpened(true)
  useIdlePreload(Part)
  return wasOpened && <Part {...props} />
}
