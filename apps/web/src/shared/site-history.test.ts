import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBrowserHistory } from './router-history.ts'
import { createSiteHistory } from './site-history.ts'
import type { Leaving, SiteHistory } from './site-history.ts'

let history: SiteHistory
let stopListening: () => void
const shown: string[] = []
let held: Leaving[]

beforeEach(() => {
  window.history.replaceState(null, '', '/first')
  history = createSiteHistory(createBrowserHistory({ v5Compat: true }))
  shown.length = 0
  held = []
  stopListening = history.listen(({ location }) => {
    shown.push(location.pathname)
  })
  history.push('/second')
  history.push('/third')
})

afterEach(() => {
  stopListening()
})

function holdUp(): () => void {
  return history.guard((leaving) => {
    held.push(leaving)
    return true
  })
}

it('tells of every navigation, with its address and its state', async () => {
  history.replace({ pathname: '/fourth', search: '?a=1', hash: '' }, { kept: true })
  history.go(-1)
  await vi.waitFor(() => {
    expect(shown).toEqual(['/second', '/third', '/fourth', '/second'])
  })
})

it('holds a link up until somebody agrees', () => {
  holdUp()
  history.push('/fourth?a=1', { kept: true })
  expect(window.location.pathname).toBe('/third')
  expect(held[0]?.from.pathname).toBe('/third')
  expect(held[0]?.to).toMatchObject({ pathname: '/fourth', search: '?a=1', state: { kept: true } })
  held[0]?.proceed()
  expect(window.location.pathname + window.location.search).toBe('/fourth?a=1')
  expect(shown.at(-1)).toBe('/fourth')
})

it('takes Back back until somebody agrees', async () => {
  holdUp()
  history.go(-2)
  await vi.waitFor(() => {
    expect(held).toHaveLength(1)
    expect(window.location.pathname).toBe('/third')
  })
  expect(held[0]?.to.pathname).toBe('/first')
  expect(shown).toEqual(['/second', '/third'])
  held[0]?.proceed()
  await vi.waitFor(() => {
    expect(shown).toEqual(['/second', '/third', '/first'])
  })
  expect(held).toHaveLength(1)
})

it('asks again after somebody stayed, and nobody once the guard is gone', () => {
  const release = holdUp()
  history.push('/fourth')
  history.push('/fourth')
  expect(held).toHaveLength(2)
  release()
  history.push('/fourth')
  expect(window.location.pathname).toBe('/fourth')
})
