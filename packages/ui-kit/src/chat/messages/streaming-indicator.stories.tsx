import type { Meta, Story } from '@org/config/story'
import { StreamingIndicator, type StreamingIndicatorProps } from './streaming-indicator.tsx'

const meta: Meta<StreamingIndicatorProps> = {
  title: 'ui-kit/chat/StreamingIndicator',
  component: StreamingIndicator,
}
export default meta

export const Default: Story<StreamingIndicatorProps> = {}

export const RightToLeft: Story<StreamingIndicatorProps> = {
  args: { label: 'المساعد' },
  globals: { dir: 'rtl' },
}
