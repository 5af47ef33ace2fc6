import { afterEach, expect, it } from 'vitest'
import { minimizesCard } from './minimizes-card.ts'

// Other test files have the same document.
afterEach(() => document.body.replaceChildren())

function press(content: string, init: KeyboardEventInit = { key: 'Escape' }): KeyboardEvent {
  document.body.innerHTML = `<main>${content}</main>`
  return new KeyboardEvent('keydown', { cancelable: true, ...init })
}
const card = () => document.querySelector('main') ?? document.body

it('is minimised by Escape', () => {
  expect(minimizesCard(press('<textarea></textarea>'), card())).toBe(true)
  expect(minimizesCard(press('<dialog></dialog><button aria-expanded="false"></button>'), card())).toBe(true)
  expect(minimizesCard(press('', { key: 'a' }), card())).toBe(false)
})

it.each([
  ['a dialog is open', '<dialog open></dialog>'],
  ['a list is open', '<button aria-expanded="true"></button>'],
  ['a sign-in is required', '<div data-required><form></form></div>'],
])('stays on Escape while %s', (_, content) => {
  expect(minimizesCard(press(content), card())).toBe(false)
})

it('stays on an Escape that something in it has taken', () => {
  const event = press('')
  event.preventDefault()
  expect(minimizesCard(event, card())).toBe(false)
})

it.each([{ isComposing: true }, { keyCode: 229 }])('stays on an Escape of an IME: %j', (ime) => {
  expect(minimizesCard(press('', { key: 'Escape', ...ime }), card())).toBe(false)
})
