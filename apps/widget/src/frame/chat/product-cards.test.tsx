import { createChatEngine, createStore, type ChatEngine, type ChatMessage } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { ChatEngineProvider } from '@org/chat-engine/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createLateEngine } from '../engine/late-engine.ts'
import { createHostBridge, type HostBridge } from '../host/host-bridge.ts'
import { createWidgetApi, defaultLists } from '../session/services.ts'
import { WidgetContext } from '../widget-context.ts'
import { ProductCards } from './product-cards.tsx'

type Message = Pick<ChatMessage, 'key' | 'text' | 'products' | 'safety'>

const engines: ChatEngine[] = []

afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose()
})

const tea = {
  name: 'Chamomile tea',
  price: '$6.50',
  url: 'https://shop.example/tea',
  imageUrl: 'https://shop.example/tea.jpg',
}
const answer = {
  key: 'answer',
  text: 'Try <product>Tea</product> or <product>Oil</product>.',
  products: { Tea: [tea, { name: 'Mint tea' }], Oil: [{ name: 'Lavender oil' }], Unnamed: [tea] },
  safety: null,
} satisfies Message

function open(message: Message, affiliateCode: string | null = null) {
  const storage = createMemoryStorage()
  const engine = createChatEngine({ transport: createScriptedTransport(), storage })
  engines.push(engine)
  const event = vi.fn<HostBridge['event']>()
  const services = {
    api: createWidgetApi('cfg', undefined),
    bridge: { ...createHostBridge(window), event },
    config: {
      ...defaultLists,
      config: { ...defaultLists.config, affiliateCode },
      requireDisclaimer: false,
    },
    late: createLateEngine({ storage }),
    engine,
    handover: createStore(false),
  }
  const view = render(
    <WidgetContext value={services}>
      <ChatEngineProvider engine={engine}>
        <ProductCards message={message} />
      </ChatEngineProvider>
    </WidgetContext>,
  )
  return { event, ...view }
}

it('shows the first option of each product that the answer names', () => {
  const { container } = open(answer)
  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(cards).toEqual(['Chamomile tea$6.50View product', 'Lavender oil'])
  const picture = container.querySelector('img')
  expect([picture?.src, picture?.alt, picture?.getAttribute('referrerpolicy')]).toEqual([
    tea.imageUrl,
    '',
    'no-referrer',
  ])
})

it('leads to the product with the owner’s code, and tells the host page', () => {
  const { event } = open(answer, 'shop')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'View product: Chamomile tea' })
  expect([link.href, link.target, link.rel]).toEqual([
    'https://shop.example/tea?ref=shop',
    '_blank',
    'noopener noreferrer',
  ])
  fireEvent.click(link)
  expect(event).toHaveBeenCalledExactlyOnceWith('product:click', {
    name: 'Tea',
    urls: ['https://shop.example/tea?ref=shop'],
    affiliate_code: 'shop',
    // By which an order names the click, without a word of the answer.
    click: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u),
  })
})

it('shows a sign in place of a picture that cannot be loaded', () => {
  const { container } = open(answer)
  const picture = container.querySelector('img')
  if (picture === null) throw new Error('There is no picture.')
  fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelectorAll('svg')).toHaveLength(2)
})

it('sells nothing to somebody in urgent need of help', () => {
  const notice = { category: 'self_harm', title: '', text: '', lines: [] }
  for (const severity of ['urgent', 'emergency'] as const) {
    expect(open({ ...answer, safety: { ...notice, severity } }).container.textContent).toBe('')
  }
  expect(open({ ...answer, safety: { ...notice, severity: 'caution' } }).container.textContent).not.toBe('')
})

it('shows nothing for an answer without products', () => {
  expect(open({ ...answer, products: {} }).container.textContent).toBe('')
})
