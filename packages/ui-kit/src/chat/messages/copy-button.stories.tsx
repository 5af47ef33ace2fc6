import type { Meta, Story } from '@org/config/story'
import { CopyButton, type CopyButtonProps } from './copy-button.tsx'

const meta: Meta<CopyButtonProps> = {
  title: 'ui-kit/chat/CopyButton',
  component: CopyButton,
  args: { text: 'Adults need 300 to 400 mg of magnesium a day [1].' },
}
export default meta

export const Small: Story<CopyButtonProps> = {
  parameters: {
    keyboard: [
      {
        on: ['button', 'Copy'],
        keys: ['Enter'],
        does: 'copies, and says so; the focus stays',
        expect: [{ said: 'Copied' }, { focus: ['button', 'Copy'] }],
      },
    ],
  },
}

export const Medium: Story<CopyButtonProps> = { args: { size: 'medium' } }

export const Failed: Story<CopyButtonProps> = {
  args: { text: () => Promise.reject(new Error('The answer is not whole.')) },
  parameters: {
    keyboard: [
      {
        on: ['button', 'Copy'],
        keys: ['Enter'],
        does: 'where that fails: says so; the focus stays',
        expect: [{ said: 'Copy failed' }, { focus: ['button', 'Copy'] }],
      },
    ],
  },
}
