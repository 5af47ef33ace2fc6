import type { Meta, Story } from '@org/config/story'
import { StatusLine, type StatusLineProps } from './status-line.tsx'

const meta: Meta<StatusLineProps> = { title: 'ui-kit/StatusLine', component: StatusLine }
export default meta

export const Info: Story<StatusLineProps> = { args: { children: '3 of 10 questions are left today.' } }

export const Busy: Story<StatusLineProps> = {
  args: { tone: 'busy', children: 'Searching the knowledge base…' },
}

export const Success: Story<StatusLineProps> = { args: { tone: 'success', children: 'Saved.' } }

export const Failure: Story<StatusLineProps> = {
  args: { tone: 'error', children: 'The connection was lost. Try again.' },
}

export const NothingToSay: Story<StatusLineProps> = { parameters: { invisible: true } }

export const LongText: Story<StatusLineProps> = {
  args: {
    tone: 'error',
    children:
      'The answer could not be finished, because the model that was asked for it has not answered within two minutes. What has arrived is kept; ask again for the rest.',
  },
}

export const RightToLeft: Story<StatusLineProps> = {
  args: { tone: 'error', children: 'انقطع الاتصال. حاول مرة أخرى.' },
  globals: { dir: 'rtl' },
}
