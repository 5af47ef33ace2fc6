import type { Meta, Story } from '@org/config/story'
import { escapeCloses } from '../dialog-keys.ts'
import { SourcesDialog, type SourcesDialogProps } from './sources-dialog.tsx'

const meta: Meta<SourcesDialogProps> = {
  title: 'ui-kit/chat/SourcesDialog',
  component: SourcesDialog,
  args: {
    open: true,
    sources: [
      {
        number: 1,
        title: 'Magnesium: fact sheet for health professionals',
        url: 'https://example.org/magnesium',
      },
      { number: 2, title: 'Sleep and light', url: 'https://example.org/sleep/light' },
      { number: 3, title: 'A book without an address' },
    ],
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' } },
}
export default meta

export const CitedAndFound: Story<SourcesDialogProps> = {
  args: { cited: [1, 3], chosen: [3] },
  parameters: {
    keyboard: [
      escapeCloses,
      {
        on: ['button', 'Close'],
        keys: ['Tab'],
        does: 'goes on to the addresses',
        expect: [{ focus: ['link', 'https://example.org/magnesium'] }],
      },
    ],
  },
}

export const AllAlike: Story<SourcesDialogProps> = {}

export const NoSources: Story<SourcesDialogProps> = { args: { sources: [] } }

export const LongText: Story<SourcesDialogProps> = {
  args: {
    chosen: [20],
    sources: Array.from({ length: 24 }, (_, index) => ({
      number: index + 1,
      title: `A systematic review and meta-analysis of randomised trials of magnesium in older adults with insomnia, part ${index + 1}`,
      url: `https://example.org/journals/complementary-medicine/2026/${'systematic-review-'.repeat(4)}${index + 1}`,
    })),
  },
}

export const RightToLeft: Story<SourcesDialogProps> = {
  args: {
    sources: [{ number: 1, title: 'المغنيسيوم: حقائق', url: 'https://example.org/ar/magnesium' }],
    labels: { title: 'المصادر', number: 'رقم', citation: 'المصدر', url: 'العنوان', close: 'إغلاق' },
  },
  globals: { dir: 'rtl' },
}
