import type { Meta, Story } from '@org/config/story'
import { DropZone, type DropZoneProps } from './composer-drop-zone.tsx'

const meta: Meta<DropZoneProps> = {
  title: 'ui-kit/chat/DropZone',
  component: DropZone,
  args: { children: <p style={{ padding: 'var(--org-space-8)' }}>The conversation.</p> },
  argTypes: { onDrop: { action: 'onDrop' } },
}
export default meta

export const Idle: Story<DropZoneProps> = {}

export const FileOverIt: Story<DropZoneProps> = {
  play: ({ canvasElement }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'label.png', { type: 'image/png' }))
    canvasElement
      .querySelector('p')
      ?.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }))
  },
}
