import { createStore, type ConversationListState, type DisclaimerState } from '@org/chat-engine'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFocusOnDemand } from './use-focus-on-demand.ts'

let isCoarse = false
beforeEach(() => {
  isCoarse = false
  vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }))
})

const list: ConversationListState = {
  status: 'ready',
  items: [],
  hasMore: false,
  isLoadingMore: false,
  selectedKey: 'one',
  search: null,
}

function createBox({
  acknowledged = true,
  selectedKey = 'one',
}: { acknowledged?: boolean; selectedKey?: string | null } = {}) {
  const conversations = createStore<ConversationListState>({ ...list, selectedKey })
  const disclaimer = createStore<DisclaimerState>({ required: true, acknowledged })
  const engine = { conversations, disclaimer }
  function Box({ count }: { count: number }) {
    const ref = useFocusOnDemand(count, engine)
    const isEnabled = disclaimer.get().acknowledged && conversations.get().selectedKey !== null
    return (
      <main tabIndex={-1}>
        <textarea ref={ref} aria-label="Message" disabled={!isEnabled} />
        <button type="button">Elsewhere</button>
      </main>
    )
  }
  return { conversations, disclaimer, Box }
}
const box = () => screen.getByRole('textbox')

it('focuses an enabled box each time the count grows, and not at other changes', () => {
  const { Box, disclaimer } = createBox()
  const { rerender } = render(<Box count={0} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Box count={1} />)
  expect(document.activeElement).toBe(box())
  screen.getByRole('button').focus()
  act(() => disclaimer.set({ required: false, acknowledged: true }))
  expect(document.activeElement).toBe(screen.getByRole('button'))
  rerender(<Box count={2} />)
  expect(document.activeElement).toBe(box())
})

it.each([
  ['the disclaimer', { acknowledged: false }],
  ['a conversation', { selectedKey: null }],
])('focuses a box that waits for %s once it is enabled', (_, given) => {
  const { Box, disclaimer, conversations } = createBox(given)
  const { rerender } = render(<Box count={0} />)
  rerender(<Box count={1} />)
  expect(document.activeElement).toBe(document.body)
  act(() => {
    disclaimer.set({ required: true, acknowledged: true })
    conversations.set(list)
  })
  expect(document.activeElement).toBe(box())
})

it('leaves the focus where the visitor has moved it meanwhile', () => {
  const { Box, disclaimer } = createBox({ acknowledged: false })
  render(<Box count={1} />)
  screen.getByRole('button').focus()
  act(() => disclaimer.set({ required: true, acknowledged: true }))
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

it('focuses the card on a touch screen, where the box would bring up a keyboard', () => {
  isCoarse = true
  const { Box } = createBox()
  render(<Box count={1} />)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
