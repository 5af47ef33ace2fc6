import type { Meta, Story } from '@org/config/story'
import { Plus } from 'lucide-react'
import { Button, buttonClassName, type ButtonProps } from './button.tsx'

const button = ['button', 'Save changes'] as const

const meta: Meta<ButtonProps> = {
  title: 'ui-kit/Button',
  component: Button,
  args: { children: 'Save changes' },
  argTypes: { onClick: { action: 'onClick' } },
}
export default meta

export const Secondary: Story<ButtonProps> = {
  parameters: {
    keyboard: [
      { on: button, keys: ['Enter'], does: 'presses it', expect: [{ called: 'onClick' }] },
      { on: button, keys: ['Space'], does: 'presses it', expect: [{ called: 'onClick' }] },
    ],
  },
}

export const Primary: Story<ButtonProps> = { args: { variant: 'primary' } }

export const Ghost: Story<ButtonProps> = { args: { variant: 'ghost' } }

export const Danger: Story<ButtonProps> = { args: { variant: 'danger', children: 'Delete account' } }

export const Small: Story<ButtonProps> = { args: { size: 'small' } }

export const Wide: Story<ButtonProps> = { args: { variant: 'primary', wide: true } }

export const WithIcon: Story<ButtonProps> = {
  args: { icon: <Plus aria-hidden="true" />, children: 'New conversation' },
}

export const Busy: Story<ButtonProps> = { args: { variant: 'primary', busy: true } }

export const Disabled: Story<ButtonProps> = {
  render: (args) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--org-space-2)' }}>
      {(['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) => (
        <Button key={variant} {...args} variant={variant} disabled>
          {variant}
        </Button>
      ))}
    </div>
  ),
}

export const LongText: Story<ButtonProps> = {
  args: {
    icon: <Plus aria-hidden="true" />,
    children: 'Import conversations of the last twelve months from the archive of another assistant',
  },
}

export const LinkThatLooksLikeOne: Story<ButtonProps> = {
  render: () => (
    <a className={buttonClassName({ variant: 'primary' })} href="#plans">
      Compare the plans
    </a>
  ),
}

export const RightToLeft: Story<ButtonProps> = {
  args: { variant: 'primary', icon: <Plus aria-hidden="true" />, children: 'محادثة جديدة' },
  globals: { dir: 'rtl' },
}
