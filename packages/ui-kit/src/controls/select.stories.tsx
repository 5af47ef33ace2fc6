import type { Meta, Story } from '@org/config/story'
import { Select, type SelectProps } from './select.tsx'

const select = ['combobox', 'Plan'] as const
const options = [
  { value: 'starter', label: 'Starter' },
  { value: 'team', label: 'Team' },
  { value: 'enterprise', label: 'Enterprise (on request)', disabled: true },
]

const meta: Meta<SelectProps> = {
  title: 'ui-kit/Select',
  component: Select,
  args: { label: 'Plan', options },
  argTypes: { onValueChange: { action: 'onValueChange' } },
}
export default meta

export const Default: Story<SelectProps> = {
  parameters: {
    keyboard: [
      {
        on: select,
        keys: ['ArrowDown'],
        does: 'chooses the next option',
        expect: [
          { value: select, is: 'team' },
          { called: 'onValueChange', with: ['team'] },
        ],
      },
      {
        on: select,
        keys: ['T'],
        does: 'a letter: chooses the next option that begins with it',
        expect: [{ value: select, is: 'team' }],
      },
    ],
  },
}

export const WithDescription: Story<SelectProps> = {
  args: { description: 'From the first of next month on.', defaultValue: 'team' },
}

export const WithError: Story<SelectProps> = {
  args: { error: 'This plan allows fewer widgets than you have.' },
}

export const Disabled: Story<SelectProps> = { args: { disabled: true } }

export const LongText: Story<SelectProps> = {
  args: {
    label: 'Knowledge base',
    options: [{ value: 'Vitamins, minerals and other supplements, with their sources, as of November 2026' }],
  },
}

export const RightToLeft: Story<SelectProps> = {
  args: { label: 'الخطة', options: [{ value: 'a', label: 'الأساسية' }] },
  globals: { dir: 'rtl' },
}
