import type { Meta, Story } from '@org/config/story'
import { Checkbox, type CheckboxProps } from './checkbox.tsx'

const box = ['checkbox', 'Email me when an answer is rated'] as const

const meta: Meta<CheckboxProps> = {
  title: 'ui-kit/Checkbox',
  component: Checkbox,
  args: { label: 'Email me when an answer is rated' },
  argTypes: { onCheckedChange: { action: 'onCheckedChange' } },
}
export default meta

export const Unchecked: Story<CheckboxProps> = {
  parameters: {
    keyboard: [
      {
        on: box,
        keys: ['Space'],
        does: 'checks it',
        expect: [{ checked: box }, { called: 'onCheckedChange', with: [true] }],
      },
      { on: box, keys: ['Space', 'Space'], does: 'twice: unchecks it again', expect: [{ unchecked: box }] },
    ],
  },
}

export const Checked: Story<CheckboxProps> = { args: { defaultChecked: true } }

export const WithDescription: Story<CheckboxProps> = {
  args: { description: 'At most one message a day, with all ratings of that day.' },
}

export const Disabled: Story<CheckboxProps> = {
  render: (args) => (
    <>
      <Checkbox {...args} disabled />
      <Checkbox {...args} label="Keep conversations for a year" disabled defaultChecked />
    </>
  ),
}

export const LongText: Story<CheckboxProps> = {
  args: {
    label:
      'I have read the disclaimer, and understand that the assistant gives general information that does not replace advice from a doctor, a pharmacist or another professional.',
    description: 'https://assistant.example.com/legal/disclaimer/version-2026-11-01-with-annexes',
  },
}

export const RightToLeft: Story<CheckboxProps> = {
  args: { label: 'أوافق على الشروط', description: 'يمكنك تغيير ذلك في أي وقت.' },
  globals: { dir: 'rtl' },
}
