import type { Meta, Story } from '@org/config/story'
import type { SourcesDialogProps } from './sources-dialog.tsx'
import { SourcesPanel } from './sources-panel.tsx'

const meta: Meta<SourcesDialogProps> = {
  title: 'ui-kit/chat/SourcesPanel',
  component: SourcesPanel,
  args: {
    open: true,
    sources: [
      {
        number: 1,
        title: 'Magnesium: fact sheet for health professionals',
        url: 'https://example.org/magnesium',
        publisher: 'Office of Dietary Supplements',
        heading: 'Recommended intakes',
        quote:
          'The recommended dietary allowance of magnesium for adult men is 400 mg a day from age 19 to 30.',
        language: 'en',
      },
      { number: 2, title: 'A book without an address' },
    ],
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' } },
}
export default meta

export const WithPassage: Story<SourcesDialogProps> = { args: { chosen: [1] } }

export const NoSources: Story<SourcesDialogProps> = { args: { sources: [] } }
