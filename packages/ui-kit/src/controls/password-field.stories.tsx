import type { Meta, Story } from '@org/config/story'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

const meta: Meta<PasswordFieldProps> = {
  title: 'ui-kit/PasswordField',
  component: PasswordField,
  args: { label: 'Password', defaultValue: 'four-plain-words', autoComplete: 'current-password' },
  argTypes: { onValueChange: { action: 'onValueChange' } },
}
export default meta

export const Hidden: Story<PasswordFieldProps> = {
  parameters: {
    keyboard: [
      {
        on: ['button', 'Show'],
        keys: ['Space'],
        does: 'shows what was typed',
        expect: [{ shown: ['button', 'Hide'] }, { value: ['textbox', 'Password'], is: 'four-plain-words' }],
      },
    ],
  },
}

export const Shown: Story<PasswordFieldProps> = {
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
}

export const WithError: Story<PasswordFieldProps> = {
  args: { defaultValue: 'short', error: 'Use at least 8 characters.' },
}

export const Disabled: Story<PasswordFieldProps> = { args: { disabled: true } }

export const RightToLeft: Story<PasswordFieldProps> = {
  args: { label: 'كلمة المرور', labels: { show: 'إظهار', hide: 'إخفاء' } },
  globals: { dir: 'rtl' },
}
