import type { Meta, Story } from '@org/config/story'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

const cancel = ['button', 'Cancel'] as const
const confirm = ['button', 'Delete'] as const

const meta: Meta<ConfirmDialogProps> = {
  title: 'ui-kit/ConfirmDialog',
  component: ConfirmDialog,
  args: {
    open: true,
    title: 'Delete this conversation?',
    variant: 'danger',
    labels: { confirm: 'Delete' },
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' }, onConfirm: { action: 'onConfirm' } },
}
export default meta

export const Danger: Story<ConfirmDialogProps> = {
  parameters: {
    keyboard: [
      {
        on: cancel,
        keys: ['Enter'],
        does: 'answers no, which has the focus at first',
        expect: [{ called: 'onOpenChange', with: [false] }],
      },
      {
        on: confirm,
        keys: ['Enter'],
        does: 'answers yes',
        expect: [
          { called: 'onConfirm', with: [] },
          { called: 'onOpenChange', with: [false] },
        ],
      },
      {
        on: cancel,
        keys: ['Escape'],
        does: 'answers no',
        expect: [{ called: 'onOpenChange', with: [false] }],
      },
    ],
  },
}

export const Question: Story<ConfirmDialogProps> = {
  args: {
    title: 'Publish the changes?',
    description: 'Visitors see them within a minute.',
    variant: 'primary',
    labels: { confirm: 'Publish' },
  },
}

export const LongText: Story<ConfirmDialogProps> = {
  args: {
    title: 'Delete the widget “Front page of the winter sale, second version, with vouchers”?',
    description:
      'Its conversations, its statistics and what it was set to go with it. Pages on which it stands show nothing in its place. This cannot be undone.',
    labels: { confirm: 'Delete the widget and its data', cancel: 'Keep the widget' },
  },
}

export const RightToLeft: Story<ConfirmDialogProps> = {
  args: { title: 'هل تريد حذف هذه المحادثة؟', labels: { confirm: 'حذف', cancel: 'إلغاء' } },
  globals: { dir: 'rtl' },
}
