import type { Meta, Story } from '@org/config/story'
import { BranchSwitcher, type BranchSwitcherProps } from './branch-switcher.tsx'

const previous = ['button', 'Previous version'] as const
const next = ['button', 'Next version'] as const

const meta: Meta<BranchSwitcherProps> = {
  title: 'ui-kit/chat/BranchSwitcher',
  component: BranchSwitcher,
  args: { index: 1, count: 3 },
  argTypes: { onIndexChange: { action: 'onIndexChange' } },
}
export default meta

export const Middle: Story<BranchSwitcherProps> = {
  parameters: {
    keyboard: [
      {
        on: previous,
        keys: ['Enter'],
        does: 'goes to the version before',
        expect: [{ called: 'onIndexChange', with: [0] }],
      },
      {
        on: next,
        keys: ['Enter'],
        does: 'goes to the version after',
        expect: [{ called: 'onIndexChange', with: [2] }],
      },
    ],
  },
}

export const First: Story<BranchSwitcherProps> = { args: { index: 0 } }

export const Last: Story<BranchSwitcherProps> = { args: { index: 2 } }

export const RightToLeft: Story<BranchSwitcherProps> = {
  args: { labels: { versions: 'النسخ', previous: 'النسخة السابقة', next: 'النسخة التالية' } },
  globals: { dir: 'rtl' },
}
