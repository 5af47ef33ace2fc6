import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { greet } from './greeting.ts'
import { readGreeting } from './read-greeting.ts'

const roots: ShadowRoot[] = []
const chat = vi.fn<(...call: unknown[]) => Promise<unknown>>()

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/shop/tea')
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined
  // oxlint-disable-next-line typescript/unbound-method -- It is called on the element at hand.
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function open(this: Element, options) {
    const root = attach.call(this, options)
    roots.push(root)
    return root
  })
  chat.mockReset().mockResolvedValue(undefined)
  Object.assign(window, { OrgChat: chat })
})
afterEach(() => {
  // Removed by hand, it would come back.
  for (const root of roots) root.querySelectorAll('button')[1]?.click()
  roots.length = 0
  delete window.OrgChat
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Runs the script of a tag with these attributes, on a page that has loaded. */
function run(attributes: Record<string, string> = {}): void {
  const options = readGreeting({
    cfg: 'shop',
    text: 'Any questions?',
    seconds: '5',
    lang: 'en',
    ...attributes,
  })
  if (options) greet(options)
}

const shown = () => document.querySelector('org-chat-greeting') !== null
const buttons = () => [...(roots.at(-1)?.querySelectorAll('button') ?? [])]

it('comes on a page whose frame has the name of an interface that the browser lacks', () => {
  const refuse = () => {
    throw new DOMException('Blocked a frame', 'SecurityError')
  }
  // A frame of another site.
  vi.stubGlobal('navigation', new Proxy({}, { get: refuse, getPrototypeOf: () => null }))
  run()
  vi.advanceTimersByTime(5000)
  vi.unstubAllGlobals()
  expect(shown()).toBe(true)
})

it('comes once the time is over, and once per visitor', () => {
  run()
  vi.advanceTimersByTime(4999)
  expect(shown()).toBe(false)
  expect(localStorage).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(shown()).toBe(true)
  expect(roots.at(-1)?.querySelector('[role=status]')?.textContent).toContain('Any questions?')
  buttons()[1]?.click()
  run()
  vi.advanceTimersByTime(60_000)
  expect(roots).toHaveLength(1)
})

it('opens the widget when it is pressed', () => {
  run()
  vi.advanceTimersByTime(5000)
  buttons()[0]?.click()
  expect(chat).toHaveBeenLastCalledWith('open', 'shop')
  expect(shown()).toBe(false)
})

it('is dismissed by its button, and by Escape inside of it', () => {
  run()
  vi.advanceTimersByTime(5000)
  expect(buttons()[1]?.ariaLabel).toBe('Dismiss')
  buttons()[1]?.click()
  expect(shown()).toBe(false)
  expect(chat.mock.calls.map(([name]) => name)).not.toContain('open')

  localStorage.clear()
  run()
  vi.advanceTimersByTime(5000)
  const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true })
  buttons()[0]?.dispatchEvent(key)
  expect(shown()).toBe(false)
})

it('goes when the widget is opened', () => {
  run()
  vi.advanceTimersByTime(5000)
  const [, , listener] = chat.mock.calls.find(([name, event]) => name === 'on' && event === 'open') ?? []
  if (typeof listener !== 'function') throw new Error('Nothing listens.')
  listener()
  expect(shown()).toBe(false)
})

it('stays away from pages of other paths', () => {
  run({ path: '/blog' })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe(false)
  run({ path: '/shop' })
  vi.advanceTimersByTime(5000)
  expect(shown()).toBe(true)
})

it('comes on a page that an application goes to', () => {
  const navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  run({ path: '/offers' })
  vi.advanceTimersByTime(60_000)
  history.replaceState(null, '', '/offers/tea')
  navigation.dispatchEvent(new Event('navigatesuccess'))
  vi.advanceTimersByTime(5000)
  expect(shown()).toBe(true)
  vi.unstubAllGlobals()
})

it('is not shown to somebody who has opened or closed the widget in this tab', () => {
  sessionStorage.setItem('org-chat:shop', '0')
  run()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe(false)
})

it('is not shown where nothing could be opened', () => {
  delete window.OrgChat
  run()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe(false)
})

it('is not shown where the browser forbids storage, since it would come on every page', () => {
  vi.stubGlobal('localStorage', undefined)
  run()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe(false)
  vi.unstubAllGlobals()
})

it('stands beside the launcher in its corner', () => {
  run({ position: 'top-left' })
  vi.advanceTimersByTime(5000)
  const { style } = roots.at(-1)?.querySelector('div') ?? document.body
  expect([style.top, style.left, style.bottom, style.right]).toEqual(['92px', '24px', '', ''])
})

it.each([
  [{}, 10],
  [{ seconds: '0' }, 0],
  [{ seconds: '-1' }, 10],
  [{ seconds: 'soon' }, 10],
  [{ seconds: '1e9' }, 600],
])('reads %j as %i seconds', (attributes, seconds) => {
  expect(readGreeting({ text: 'Hello', ...attributes })?.seconds).toBe(seconds)
})

it('reads no greeting without words', () => {
  expect(readGreeting({ text: '  ' })).toBeUndefined()
})
