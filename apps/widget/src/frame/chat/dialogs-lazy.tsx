import type { ProductOption } from '@org/citations'
import { lazyPart, useIdlePreload } from '@org/ui-kit'
import { useState } from 'react'

/** Dialog opened from an answer. */
export type OpenDialog =
  | { kind: 'sources'; messageKey: string; numbers: readonly number[] }
  | { kind: 'product'; name: string; options: readonly ProductOption[] }

/** The dialog that is open, if any, and the way to close it. */
export interface DialogsProps {
  dialog: OpenDialog | null
  onClose: () => void
}

const Dialogs = lazyPart<DialogsProps>(async () => (await import('./dialogs.tsx')).Dialogs)

/** The dialogs that an answer opens. Their code comes when the widget is idle, or with the first press. */
export function LazyDialogs(props: DialogsProps) {
  const [wanted, setWanted] = useState(false)
  if (props.dialog !== null && !wanted) setWanted(true)
  useIdlePreload(Dialogs)
  // They stay once they were open: a dialog that is gone gives no focus back.
  return wanted && <Dialogs {...props} />
}
