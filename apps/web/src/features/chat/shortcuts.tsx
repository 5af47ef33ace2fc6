import { Button, lazyPart, useIdlePreload } from '@org/ui-kit'
import { useAtom, useSetAtom } from 'jotai'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { shortcutsOpenAtom } from './chat.atoms.ts'
import classes from './chat.module.css'
import { chatTexts } from './chat.texts.ts'

const ShortcutsDialog = lazyPart<ShortcutsDialogProps>(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

/** Props of the shortcuts sheet. */
export interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Keyboard shortcuts sheet. Its code loads when the page is idle, or on first use. */
export function Shortcuts() {
  const [open, setOpen] = useAtom(shortcutsOpenAtom)
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  useIdlePreload(ShortcutsDialog)
  // It stays once it was open: a dialog that is gone gives no focus back.
  return wanted && <ShortcutsDialog open={open} onOpenChange={setOpen} />
}

/** Opens the sheet. A touch screen has no keys to speak of. */
export function ShortcutsButton() {
  const setOpen = useSetAtom(shortcutsOpenAtom)
  return (
    <Button
      variant="ghost"
      size="small"
      className={classes.shortcuts}
      icon={<Keyboard aria-hidden="true" />}
      onClick={() => {
        setOpen(true)
      }}
    >
      {chatTexts.shortcuts}
    </Button>
  )
}
