import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { MessageBubble } from '../messages/message-bubble.tsx'
import { Thread, type ThreadProps } from './thread.tsx'
import { loadTurnWindow } from './use-turn-window.ts'

let grow: () => void = () => {}

class ObserverOfTest {
  constructor(callback: () => void) {
    grow = callback
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', ObserverOfTest)
})

const onePair = ['q1', 'a1']
const isQuestion = (key: string): boolean => key.startsWith('q')

function Example({ text = 'Hello', ...props }: Partial<ThreadProps> & { text?: string }) {
  return (
    <Thread
      messageKeys={onePair}
      isQuestion={isQuestion}
      renderMessage={(key) => (
        <MessageBubble role={isQuestion(key) ? 'user' : 'assistant'} streaming={props.streaming ?? false}>
          {isQuestion(key) ? 'Hi' : text}
        </MessageBubble>
      )}
      {...props}
    />
  )
}

function scrollerOf(heights: { content: number; window: number }): HTMLElement {
  const log = screen.getByRole('log')
  Object.defineProperty(log, 'scrollHeight', { configurable: true, get: () => heights.content })
  Object.defineProperty(log, 'clientHeight', { configurable: true, get: () => heights.window })
  return log
}

function scrollTo(log: HTMLElement, top: number): void {
  log.scrollTop = top
  fireEvent.scroll(log)
}

it('is a log that does not read out every word', () => {
  render(<Example streaming text="Magn" />)
  expect(screen.getByRole('log', { name: 'Messages' }).getAttribute('aria-live')).toBe('off')
})

it('announces that an answer begins, and the answer once it is whole', () => {
  const { rerender } = render(<Example streaming text="" />)
  const said = (): string[] => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).toContain('The assistant is answering.')
  rerender(<Example streaming text="Magnesium" />)
  expect(said()).not.toContain('Magnesium')
  rerender(<Example text="Magnesium helps." />)
  expect(said()).toContain('Magnesium helps.')
})

it('announces nothing when a conversation is opened', () => {
  render(<Example />)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', ''])
})

it("'status shows text with a spinner', and 'error shows red text with !' in its place", () => {
  const { rerender } = render(<Example statusLine={{ tone: 'busy', text: 'Searching…' }} />)
  expect(screen.getByText('Searching…').previousElementSibling?.className).toContain('spinner')
  rerender(<Example statusLine={{ tone: 'error', text: 'Streaming failed' }} />)
  expect(screen.queryByText('Searching…')).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('!Streaming failed')
})

it('shows the loading text, then what stands for no messages', () => {
  const { rerender } = render(<Example messageKeys={[]} loading empty={<p>Ask anything</p>} />)
  expect(screen.getByText('Loading messages…')).toBeDefined()
  rerender(<Example messageKeys={[]} empty={<p>Ask anything</p>} />)
  expect(screen.getByText('Ask anything')).toBeDefined()
})

it('keeps the end in view while the answer grows', () => {
  render(<Example />)
  const heights = { content: 1000, window: 400 }
  const log = scrollerOf(heights)
  grow()
  expect(log.scrollTop).toBe(1000)
  heights.content = 1200
  grow()
  expect(log.scrollTop).toBe(1200)
})

it("leaves a reader who scrolled up alone, until 'Jump to latest'", async () => {
  render(<Example />)
  const heights = { content: 1000, window: 400 }
  const log = scrollerOf(heights)
  scrollTo(log, 600)
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
  scrollTo(log, 200)
  heights.content = 1400
  act(() => grow())
  expect(log.scrollTop).toBe(200)
  await userEvent.click(screen.getByRole('button', { name: 'Jump to latest' }))
  expect(log.scrollTop).toBe(1400)
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
  expect(document.activeElement).toBe(log)
})

it('follows again once the reader is back at the end', () => {
  render(<Example />)
  const heights = { content: 1000, window: 400 }
  const log = scrollerOf(heights)
  scrollTo(log, 600)
  scrollTo(log, 100)
  scrollTo(log, 590)
  heights.content = 1100
  grow()
  expect(log.scrollTop).toBe(1100)
})

it('follows on when rounded heights move the end by a pixel', () => {
  render(<Example />)
  const heights = { content: 1000, window: 400 }
  const log = scrollerOf(heights)
  scrollTo(log, 600)
  scrollTo(log, 599)
  heights.content = 1100
  grow()
  expect(log.scrollTop).toBe(1100)
})

it('shows what stands for no messages from its beginning, and a conversation from its end', () => {
  const { rerender } = render(<Example messageKeys={[]} empty={<p>Ask anything</p>} />)
  const log = scrollerOf({ content: 1000, window: 400 })
  act(() => grow())
  expect(log.scrollTop).toBe(0)
  scrollTo(log, 200)
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
  rerender(<Example />)
  expect(log.scrollTop).toBe(1000)
})

it('asks for older messages by the button, and when the reader scrolls up towards it', async () => {
  const onLoadOlder = vi.fn<() => void>()
  const { rerender } = render(<Example hasOlder onLoadOlder={onLoadOlder} />)
  const log = scrollerOf({ content: 2000, window: 400 })
  await userEvent.click(screen.getByRole('button', { name: 'Load older messages' }))
  expect(onLoadOlder).toHaveBeenCalledTimes(1)
  scrollTo(log, 1600)
  scrollTo(log, 900)
  expect(onLoadOlder).toHaveBeenCalledTimes(1)
  scrollTo(log, 300)
  expect(onLoadOlder).toHaveBeenCalledTimes(2)
  rerender(<Example hasOlder loadingOlder onLoadOlder={onLoadOlder} />)
  scrollTo(log, 200)
  expect(onLoadOlder).toHaveBeenCalledTimes(2)
})

it('gives the turn of a question that is asked the height of the view, and none to those that were there', () => {
  const turns = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>('[data-turn]')].map(({ dataset }) => dataset['reserved'])
  const { rerender } = render(<Example />)
  expect(turns()).toEqual([undefined])
  rerender(<Example messageKeys={[...onePair, 'q2', 'a2']} streaming />)
  expect(turns()).toEqual([undefined, 'true'])
  rerender(<Example messageKeys={[...onePair, 'q2', 'a2']} />)
  expect(turns()).toEqual([undefined, 'true'])
  rerender(<Example conversationKey="other" />)
  expect(turns()).toEqual([undefined])
})

it('opens a long thread at once when the code for it is there, without most of its messages', async () => {
  await loadTurnWindow()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  const messageKeys = Array.from({ length: 500 }, (_, index) => `${index % 2 === 0 ? 'q' : 'a'}${index}`)
  render(<Example messageKeys={messageKeys} />)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    ({ dataset }) => dataset['message'],
  )
  expect(shown).toContain('a499')
  expect(shown.length).toBeLessThan(40)
  vi.restoreAllMocks()
})

it('keeps a long thread short where nothing is laid out', async () => {
  await loadTurnWindow()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(0)
  const messageKeys = Array.from({ length: 2000 }, (_, index) => `${index % 2 === 0 ? 'q' : 'a'}${index}`)
  const { rerender } = render(<Example messageKeys={messageKeys} />)
  rerender(<Example messageKeys={[...messageKeys, 'q2000']} />)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    ({ dataset }) => dataset['message'],
  )
  expect(shown).toContain('q2000')
  expect(shown.length).toBeLessThan(40)
  vi.restoreAllMocks()
})

it('shows the end of a long thread in a view that has no height yet', async () => {
  await loadTurnWindow()
  const messageKeys = Array.from({ length: 500 }, (_, index) => `${index % 2 === 0 ? 'q' : 'a'}${index}`)
  render(<Example messageKeys={messageKeys} />)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    ({ dataset }) => dataset['message'],
  )
  expect(shown).toContain('a499')
  expect(shown.length).toBeLessThan(40)
})
