import type { Meta, Story } from '@org/config/story'
import { Spinner, type SpinnerProps } from './spinner.tsx'

const meta: Meta<SpinnerProps> = { title: 'ui-kit/Spinner', component: Spinner }
export default meta

export const Announced: Story<SpinnerProps> = { args: { label: 'Searching…' } }

export const BesideText: Story<SpinnerProps> = {
  render: (args) => (
    <p style={{ display: 'flex', alignItems: 'center', gap: 'var(--org-space-2)' }}>
      <Spinner {...args} /> Saving…
    </p>
  ),
}
