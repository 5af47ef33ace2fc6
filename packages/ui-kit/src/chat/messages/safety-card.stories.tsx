import type { Meta, Story } from '@org/config/story'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import { SafetyCard, type SafetyCardProps } from './safety-card.tsx'

const meta: Meta<SafetyCardProps> = {
  title: 'ui-kit/chat/SafetyCard',
  component: SafetyCard,
  args: {
    severity: 'emergency',
    title: 'This may be a medical emergency',
    text: 'Please call your local emergency number now and do not wait for an answer here.',
    lines: [
      { label: 'Emergency services', phone: '911', url: null },
      { label: 'Crisis line', phone: '988', url: 'https://988lifeline.org/' },
    ],
  },
  // A card stands in a thread, below a heading of the second level.
  render: (args) => (
    <>
      <h2>
        <VisuallyHidden>Conversation</VisuallyHidden>
      </h2>
      <SafetyCard {...args} />
    </>
  ),
}
export default meta

export const Emergency: Story<SafetyCardProps> = {}

export const Urgent: Story<SafetyCardProps> = {
  args: {
    severity: 'urgent',
    title: 'You do not have to carry this alone',
    text: 'Please talk to a person today: a crisis line, a doctor, or somebody you trust.',
  },
}

export const Caution: Story<SafetyCardProps> = {
  args: {
    severity: 'caution',
    title: 'Ask before you combine these',
    text: 'Please ask your pharmacist or doctor before you combine them.',
    lines: [],
  },
}

export const RightToLeft: Story<SafetyCardProps> = {
  args: {
    title: 'قد تكون هذه حالة طوارئ طبية',
    text: 'من فضلك اتصل الآن برقم الطوارئ ولا تنتظر جوابا هنا.',
    lines: [{ label: 'خدمات الطوارئ', phone: '112', url: null }],
    labels: { lines: 'خطوط المساعدة', call: (phone) => `اتصل ${phone}` },
  },
  globals: { dir: 'rtl' },
}
