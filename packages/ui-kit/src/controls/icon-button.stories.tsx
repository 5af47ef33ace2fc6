import type { Meta, Story } from '@org/config/story'
import { Trash2 } from 'lucide-react'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

const variants = ['ghost', 'solid', 'outline', 'danger'] as const
const button = ['button', 'Delete conversation'] as const

const meta: Meta<IconButtonProps> = {
  title: 'ui-kit/IconButton',
  component: IconButton,
  args: { label: 'Delete conversation', icon: <Trash2 /> },
  argTypes: { onClick: { action: 'onClick' } },
}
export default meta

export const Ghost: Story<IconButtonProps> = {
  parameters: {
    keyboard: [
      { on: button, keys: ['Enter'], does: 'presses it', expect: [{ called: 'onClick' }] },
      { on: button, keys: ['Space'], does: 'presses it', expect: [{ called: 'onClick' }] },
    ],
  },
}

export const Variants: Story<IconButtonProps> = { render: (args) => <Row {...args} /> }

export const Small: Story<IconButtonProps> = { render: (args) => <Row {...args} size="small" /> }

export const Disabled: Story<IconButtonProps> = { render: (args) => <Row {...args} disabled /> }

function Row(props: IconButtonProps) {
  return (
    <div style={{ display: 'flex', gap: 'var(--org-space-2)' }}>
      {variants.map((variant) => (
        <IconButton key={variant} {...props} variant={variant} label={`${props.label} (${variant})`} />
      ))}
    </div>
  )
}
