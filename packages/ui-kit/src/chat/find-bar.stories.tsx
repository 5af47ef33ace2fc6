import type { Meta, Story } from '@org/config/story'
import { FindBar, type FindBarProps } from './find-bar.tsx'

const box = ['searchbox', 'Find in this conversation'] as const

const meta: Meta<FindBarProps> = {
  title: 'ui-kit/chat/FindBar',
  component: FindBar,
  args: { query: 'magnesium', status: 'ready', count: 7, index: 1 },
  argTypes: {
    onQueryChange: { action: 'onQueryChange' },
    onNext: { action: 'onNext' },
    onPrevious: { action: 'onPrevious' },
    onClose: { action: 'onClose' },
  },
}
export default meta

export const Hits: Story<FindBarProps> = {
  parameters: {
    keyboard: [
      {
        on: box,
        keys: ['Enter'],
        does: 'goes to the next hit',
        expect: [{ called: 'onNext', with: [] }, { focus: box }],
      },
      {
        on: box,
        keys: ['Shift+Enter'],
        does: 'goes to the hit before',
        expect: [{ called: 'onPrevious', with: [] }, { focus: box }],
      },
      { on: box, keys: ['Escape'], does: 'closes the bar', expect: [{ called: 'onClose', with: [] }] },
    ],
  },
}

export const Empty: Story<FindBarProps> = { args: { query: '', status: 'idle', count: 0, index: 0 } }

export const Searching: Story<FindBarProps> = { args: { status: 'searching', count: 0, index: 0 } }

export const NoHits: Story<FindBarProps> = { args: { count: 0, index: 0 } }

export const Failed: Story<FindBarProps> = { args: { status: 'failed', count: 0, index: 0 } }

export const LongText: Story<FindBarProps> = {
  args: { query: 'how much magnesium does an adult need, and what helps me sleep', count: 1234, index: 998 },
}

export const RightToLeft: Story<FindBarProps> = {
  args: {
    query: 'المغنيسيوم',
    labels: { find: 'البحث في هذه المحادثة', position: (index, count) => `${index + 1} من ${count}` },
  },
  globals: { dir: 'rtl' },
}
