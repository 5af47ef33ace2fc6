import { Dialog } from '../overlays/dialog.tsx'
import classes from './shortcuts-sheet.module.css'
import type { Given } from '../base/with-defaults.ts'

/** A key or key combination and its effect. */
export interface Shortcut {
  /** The keys as they are called on the keyboard, pressed together. */
  keys: readonly string[]
  does: string
}

/** The texts of the sheet of shortcuts. */
export interface ShortcutsSheetLabels {
  /** @default 'Keyboard shortcuts' */
  title: string
  /** @default 'Close' */
  close: string
}

/** Props of the keyboard shortcuts sheet. */
export interface ShortcutsSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  shortcuts: readonly Shortcut[]
  labels?: Given<ShortcutsSheetLabels> | undefined
}

/** Says what the keys do. */
export function ShortcutsSheet({ open, onOpenChange, shortcuts, labels }: ShortcutsSheetProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={labels?.title ?? 'Keyboard shortcuts'}
      size="small"
      labels={{ close: labels?.close ?? 'Close' }}
    >
      <dl className={classes['list']}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={classes['row']}>
            <dt>{does}</dt>
            <dd className={classes['keys']}>
              {keys.map((key) => (
                <kbd key={key} className={classes['key']}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
