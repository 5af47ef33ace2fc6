import type { Meta, Story } from '@org/config/story'
import { MessageSquare } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

const meta: Meta<EmptyStateProps> = { title: 'ui-kit/EmptyState', component: EmptyState }
export default meta

export const Full: Story<EmptyStateProps> = {
  args: {
    title: 'No widgets yet',
    icon: <MessageSquare />,
    children: 'A widget brings the assistant to a site of yours.',
    action: <Button variant="primary">New widget</Button>,
  },
}

export const TitleAlone: Story<EmptyStateProps> = { args: { title: 'No conversations yet' } }
