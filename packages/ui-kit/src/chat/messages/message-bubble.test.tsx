import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MessageBubble } from './message-bubble.tsx'

const question = { role: 'user' } as const
const answer = { role: 'assistant' } as const

it('says whose message it is, and lets the text take its own direction', () => {
  render(<MessageBubble {...question}>שלום</MessageBubble>)
  const message = screen.getByRole('article', { name: 'You' })
  expect(within(message).getByText('שלום').dir).toBe('auto')
})

it('leaves what stands under an answer in the direction of the page', () => {
  render(<MessageBubble {...answer}>المصادر</MessageBubble>)
  expect(screen.getByText('المصادر').closest('[dir]')).toBeNull()
})

it("has an indicator labelled 'Assistant' while streaming, and its actions after", () => {
  const actions = <button type="button">Copy</button>
  const { rerender } = render(
    <MessageBubble {...answer} streaming actions={actions}>
      Well
    </MessageBubble>,
  )
  expect(screen.getByText('Assistant')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  rerender(
    <MessageBubble {...answer} actions={actions}>
      Well then.
    </MessageBubble>,
  )
  expect(screen.queryByText('Assistant')).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined()
})

it('shows the pictures by name', () => {
  render(
    <MessageBubble
      {...question}
      images={[
        { name: 'label.png', mimeType: 'image/png', data: 'AA==', url: null },
        { name: 'gone.png', mimeType: 'image/png', data: null, url: null },
      ]}
    >
      This one?
    </MessageBubble>,
  )
  expect(screen.getByRole('img', { name: 'label.png' })).toBeDefined()
})
