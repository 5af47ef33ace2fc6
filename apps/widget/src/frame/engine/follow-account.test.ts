import { createChatView } from '@org/ui-kit/engine'
import { expect, it } from 'vitest'
import { createAccountFollower } from './follow-account.ts'

const heart = { authors: ['Heart Foundation'], tools: [] }
const skin = { authors: ['Skin Foundation'], tools: ['search'] }
const none = { authors: [], tools: [] }

it('shows another account nothing of a choice, and the same account its own', () => {
  const view = createChatView()
  const follow = createAccountFollower(view)
  follow('a')
  view.choice.set(heart)
  view.editing.set('m1')
  follow('b')
  expect([view.choice.get(), view.editing.get()]).toEqual([none, null])
  view.choice.set(skin)
  follow('a')
  expect(view.choice.get()).toEqual(heart)
  follow('b')
  expect(view.choice.get()).toEqual(skin)
})

it('shows nothing once the session has ended, until the account is back', () => {
  const view = createChatView()
  const follow = createAccountFollower(view)
  follow('a')
  view.choice.set(heart)
  follow(null)
  expect(view.choice.get()).toEqual(none)
  follow('a')
  expect(view.choice.get()).toEqual(heart)
})

it('leaves a visitor’s choice to the account that signs in', () => {
  const view = createChatView()
  const follow = createAccountFollower(view)
  view.choice.set(skin)
  follow('a')
  expect(view.choice.get()).toEqual(skin)
})
