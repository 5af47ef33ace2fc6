import type { Meta, Story } from '@org/config/story'
import { escapeCloses } from './dialog-keys.ts'
import { ShortcutsSheet, type ShortcutsSheetProps } from './shortcuts-sheet.tsx'

const meta: Meta<ShortcutsSheetProps> = {
  title: 'ui-kit/chat/ShortcutsSheet',
  component: ShortcutsSheet,
  args: {
    open: true,
    shortcuts: [
      { keys: ['Enter'], does: 'Send the question' },
      { keys: ['Shift', 'Enter'], does: 'Start a new line' },
      { keys: ['Esc'], does: 'Stop the answer' },
      { keys: ['↑'], does: 'Edit the last question, from an empty box' },
      { keys: ['Ctrl', 'K'], does: 'Search the conversations' },
    ],
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' } },
}
export default meta

export const Open: Story<ShortcutsSheetProps> = {
  parameters: {
    keyboard: [escapeCloses],
  },
}

export const RightToLeft: Story<ShortcutsSheetProps> = {
  args: {
    shortcuts: [{ keys: ['Shift', 'Enter'], does: 'سطر جديد' }],
    labels: { title: 'اختصارات لوحة المفاتيح', close: 'إغلاق' },
  },
  globals: { dir: 'rtl' },
}
