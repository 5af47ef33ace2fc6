import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { arrive, clearPage, names, options, scripts } from '../page.fixture.ts'
import { useWidget, Widget } from './widget.tsx'

afterEach(() => {
  cleanup()
  clearPage()
})

const customer = { user_id: '17', user_hash: 'abc', user_expires: 1_795_600_000 }

it('is there while it is mounted, once in strict mode, too', () => {
  const calls = arrive()
  const { unmount } = render(<Widget {...options} />, { wrapper: StrictMode })
  const present = names(calls).reduce((count: number, name) => {
    if (name === 'start') return count + 1
    return name === 'destroy' ? count - 1 : count
  }, 0)
  expect(present).toBe(1)
  unmount()
  expect(names(calls).at(-1)).toBe('destroy')
})

it('renders nothing on a server', () => {
  expect(renderToString(<Widget {...options} />)).toBe('')
  expect(scripts()).toHaveLength(0)
})

it('stays for a changed visitor and colours, and is replaced for another change', () => {
  const calls = arrive()
  const { rerender } = render(<Widget {...options} />)
  rerender(<Widget {...options} user={null} />)
  const before = calls.length
  rerender(<Widget {...options} user={customer} scheme="dark" />)
  rerender(<Widget {...options} user={{ ...customer }} scheme="dark" />)
  expect(calls.slice(before)).toEqual([
    ['identify', customer, 'shop'],
    ['setTheme', 'dark', 'shop'],
  ])
  rerender(<Widget {...options} user={customer} scheme="dark" theme="aurora" />)
  const rest = names(calls.slice(before + 2))
  expect(rest.filter((name) => name === 'destroy' || name === 'start')).toEqual(['destroy', 'start'])
  expect(calls.findLast(([name]) => name === 'start')?.[1]).toMatchObject({ theme: 'aurora', userId: '17' })
})

it('calls the latest listener of an event', () => {
  const calls = arrive()
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { rerender } = render(<Widget {...options} onOpen={first} />)
  rerender(<Widget {...options} onOpen={second} />)
  const receivers = calls.filter(([name, event]) => name === 'on' && event === 'open')
  expect(receivers).toHaveLength(1)
  const receive = receivers[0]?.[2]
  if (typeof receive !== 'function') throw new Error('Nothing listens.')
  receive(new CustomEvent('open'))
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})

it('gives a component its handle', () => {
  const calls = arrive()
  function Help() {
    const widget = useWidget({ ...options, hideLauncher: true })
    return <button onClick={() => widget?.open()}>Ask us</button>
  }
  const { getByRole } = render(<Help />)
  getByRole('button').click()
  expect(calls.at(-1)).toEqual(['open', 'shop'])
})
