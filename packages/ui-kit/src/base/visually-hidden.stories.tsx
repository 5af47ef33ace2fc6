import type { Meta, Story } from '@org/config/story'
import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

type VisuallyHiddenProps = ComponentProps<'span'>

const meta: Meta<VisuallyHiddenProps> = { title: 'ui-kit/VisuallyHidden', component: VisuallyHidden }
export default meta

export const BesideAnIcon: Story<VisuallyHiddenProps> = {
  args: { children: 'Published' },
  render: (args) => (
    <p>
      <CircleCheck aria-hidden="true" />
      <VisuallyHidden {...args} />
    </p>
  ),
}
