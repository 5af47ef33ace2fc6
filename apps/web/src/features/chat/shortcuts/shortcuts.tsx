import { Button, lazyPart, OnceOpened } from '@org/ui-kit'
import { Keyboard } from 'lucide-react'
import classes from '../chat.module.css'
import { chatTexts } from '../chat.texts.ts'

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Keyboard shortcuts sheet. Its code loads when the page is idle, or on first use. */
export function Shortcuts(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return <OnceOpened part={ShortcutsDialog} open={props.open} props={props} />
}

/** Opens the sheet. Hidden on touch screens. */
export function ShortcutsButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="ghost"
      size="small"
      className={classes.shortcuts}
      icon={<Keyboard aria-hidden="true" />}
      onClick={onClick}
    >
      {chatTexts.shortcuts}
    </Button>
  )
}
