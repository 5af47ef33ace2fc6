import type { Meta, Story } from '@org/config/story'
import { useState } from 'react'
import { Feedback, type FeedbackProps } from './feedback.tsx'

const up = ['button', 'Good answer'] as const
const down = ['button', 'Bad answer'] as const
const reason = ['textbox', 'What was wrong? (optional)'] as const

const meta: Meta<FeedbackProps> = {
  title: 'ui-kit/chat/Feedback',
  component: Feedback,
  args: { rating: null },
  argTypes: { onRate: { action: 'onRate' } },
  render: (args) => <Rated {...args} />,
}
export default meta

function Rated(props: FeedbackProps) {
  const [rating, setRating] = useState(props.rating)
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap' }}>
      <Feedback
        {...props}
        rating={rating}
        onRate={(...given) => {
          setRating(given[0])
          props.onRate(...given)
        }}
      />
    </div>
  )
}

export const Unrated: Story<FeedbackProps> = {
  parameters: {
    keyboard: [
      {
        on: up,
        keys: ['Enter'],
        does: 'rates the answer as good',
        expect: [{ called: 'onRate', with: ['up'] }],
      },
      {
        on: up,
        keys: ['Enter', 'Enter'],
        does: 'twice: takes the rating back',
        expect: [{ called: 'onRate', with: [null] }],
      },
      {
        on: down,
        keys: ['Enter'],
        does: 'rates the answer as bad, and goes to the box for a reason',
        expect: [{ called: 'onRate', with: ['down'] }, { focus: reason }],
      },
    ],
  },
}

export const Up: Story<FeedbackProps> = { args: { rating: 'up' } }

export const Down: Story<FeedbackProps> = { args: { rating: 'down' } }

export const AskingForAReason: Story<FeedbackProps> = {
  play: ({ canvasElement }) =>
    canvasElement.querySelector<HTMLButtonElement>('button[aria-label="Bad answer"]')?.click(),
  parameters: {
    keyboard: [
      {
        on: reason,
        typed: 'The dose is too high.',
        keys: ['Escape'],
        does: 'skips the reason; the focus goes back to the thumb',
        expect: [{ gone: reason }, { focus: down }],
      },
      {
        on: ['button', 'Send'],
        keys: ['Enter'],
        does: 'sends the reason; the focus goes back to the thumb',
        expect: [{ gone: reason }, { focus: down }],
      },
    ],
  },
}
