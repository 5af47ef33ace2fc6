import { kit } from '@org/languages'
import { ShortcutsSheet } from '@org/ui-kit/chat'
import { shortcutTexts } from './shortcuts.texts.ts'

/** Props of the shortcuts sheet. */
export interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The keys of the chat. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const command = /Mac|iPhone|iPad/u.test(navigator.platform) ? '⌘' : 'Ctrl'
  return (
    <ShortcutsSheet
      {...props}
      labels={{ ...kit.shortcuts, title: shortcutTexts.title }}
      shortcuts={[
        { keys: ['Enter'], does: shortcutTexts.send },
        { keys: ['Shift', 'Enter'], does: shortcutTexts.newLine },
        { keys: ['Esc'], does: shortcutTexts.stop },
        { keys: ['↑'], does: shortcutTexts.editLast },
        { keys: ['/'], does: shortcutTexts.focusInput },
        { keys: [command, 'F'], does: shortcutTexts.find },
        { keys: [command, 'K'], does: shortcutTexts.search },
        { keys: ['↑', '↓'], does: shortcutTexts.move },
        { keys: ['?'], does: shortcutTexts.show },
      ]}
    />
  )
}
