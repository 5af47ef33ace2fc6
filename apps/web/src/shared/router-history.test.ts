import manifest from 'react-router/package.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { createBrowserHistory, createMemoryHistory } from './router-history.ts'

it('is checked against this version of React Router: read its histories again before changing the number', () => {
  expect(manifest.version).toBe('8.5.1')
})

it.each([
  ['browser', () => createBrowserHistory({ v5Compat: true })],
  ['memory', () => createMemoryHistory({ initialEntries: ['/'], v5Compat: true })],
])('has the members of a %s history that the site uses', (_, create) => {
  const history = create()
  const updates: unknown[] = []
  const stop = history.listen((update) => updates.push(update))
  history.push('/next?a=1', { kept: true })
  expect(history.location).toMatchObject({ pathname: '/next', search: '?a=1', state: { kept: true } })
  expect(updates).toMatchObject([{ action: 'PUSH', delta: 1, location: { pathname: '/next' } }])
  history.replace('/other')
  expect(history).toMatchObject({ action: 'REPLACE', location: { pathname: '/other' } })
  expect(history.createHref({ pathname: '/a', search: '?b', hash: '#c' })).toBe('/a?b#c')
  stop()
  history.push('/unheard')
  expect(updates).toHaveLength(2)
})
