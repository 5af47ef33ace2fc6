import { beforeEach, describe, expect, it } from 'vitest'
import { createStoredChoice } from './stored-choice.ts'

const diabetes = { authors: ['Diabetes clinic'], tools: ['search'] }
const nothing = { authors: [], tools: [] }

beforeEach(() => localStorage.clear())

/** The choice as a page shows it to this person. */
function shownTo(person: string | null) {
  const choice = createStoredChoice()
  choice.follow(person)
  return choice
}

describe('the stored choice of authors and tools', () => {
  it('is there for the account that made it alone', () => {
    shownTo('ann@example.com').set(diabetes)
    expect(shownTo('ben@example.com').get()).toEqual(nothing)
    expect(shownTo(null).get()).toEqual(nothing)
    expect(shownTo('ann@example.com').get()).toEqual(diabetes)
  })

  it('changes with the account that signs in while the page is open', () => {
    shownTo('ben@example.com').set({ authors: ['Sleep lab'], tools: [] })
    const choice = shownTo('ann@example.com')
    choice.set(diabetes)
    choice.follow('ben@example.com')
    expect(choice.get()).toEqual({ authors: ['Sleep lab'], tools: [] })
    choice.set(nothing)
    expect(shownTo('ann@example.com').get()).toEqual(diabetes)
  })

  it('of a visitor becomes that of the first account to sign in, and of no other', () => {
    const choice = shownTo(null)
    choice.set(diabetes)
    choice.follow('ann@example.com')
    expect(choice.get()).toEqual(diabetes)
    expect(shownTo('ben@example.com').get()).toEqual(nothing)
    expect(shownTo(null).get()).toEqual(nothing)
  })

  it('of a visitor goes when the account has its own', () => {
    shownTo('ann@example.com').set(diabetes)
    const choice = shownTo(null)
    choice.set({ authors: ['Sleep lab'], tools: [] })
    choice.follow('ann@example.com')
    expect(choice.get()).toEqual(diabetes)
    expect(shownTo('ben@example.com').get()).toEqual(nothing)
  })

  it('stays while nobody is known to be signed in, and is stored for nobody else', () => {
    const choice = shownTo('ann@example.com')
    choice.set(diabetes)
    choice.follow(null)
    expect(choice.get()).toEqual(diabetes)
    choice.set({ authors: ['Sleep lab'], tools: [] })
    expect(shownTo(null).get()).toEqual(nothing)
  })

  it('that was made before the session was known is kept', () => {
    const choice = createStoredChoice()
    choice.set(diabetes)
    expect(localStorage.length).toBe(0)
    choice.follow(null)
    expect(choice.get()).toEqual(diabetes)
    expect(shownTo(null).get()).toEqual(diabetes)
  })
})
