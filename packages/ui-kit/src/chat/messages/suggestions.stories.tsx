import type { Meta, Story } from '@org/config/story'
import { Suggestions, type SuggestionsProps } from './suggestions.tsx'

const meta: Meta<SuggestionsProps> = {
  title: 'ui-kit/chat/Suggestions',
  component: Suggestions,
  args: { questions: ['Which foods contain magnesium?', 'Can you get too much magnesium?'] },
  argTypes: { onAsk: { action: 'onAsk' } },
}
export default meta

export const Two: Story<SuggestionsProps> = {}

export const LongText: Story<SuggestionsProps> = {
  args: {
    questions: [
      'How much magnesium do adults over 51 need each day, and does it matter whether it comes from food or from supplements?',
      'Short?',
    ],
  },
}

export const RightToLeft: Story<SuggestionsProps> = {
  args: { questions: ['ما الأطعمة الغنية بالمغنيسيوم؟'], labels: { suggestions: 'أسئلة مقترحة' } },
  globals: { dir: 'rtl' },
}
