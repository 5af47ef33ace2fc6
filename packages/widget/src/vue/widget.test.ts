import { afterEach, expect, it, vi } from 'vitest'
import { createApp, createSSRApp, h, nextTick, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { arrive, clearPage, names, options, scripts } from '../page.fixture.ts'
import { Widget } from './widget.ts'

afterEach(clearPage)

const customer = { user_id: '17', user_hash: 'abc', user_expires: 1_795_600_000 }

it('is there while it is mounted, stays for a changed visitor and colours, and is replaced for another change', async () => {
  const calls = arrive()
  const props = shallowRef<Record<string, unknown>>({})
  const app = createApp(() => h(Widget, { ...options, ...props.value }))
  app.mount(document.createElement('div'))
  expect(names(calls)[0]).toBe('start')
  await nextTick()
  const before = calls.length
  props.value = { user: customer, scheme: 'dark' }
  await nextTick()
  expect(calls.slice(before)).toEqual([
    ['identify', customer, 'shop'],
    ['setTheme', 'dark', 'shop'],
  ])
  props.value = { user: customer, scheme: 'dark', theme: 'aurora' }
  await nextTick()
  const rest = names(calls.slice(before + 2))
  expect(rest.filter((name) => name === 'destroy' || name === 'start')).toEqual(['destroy', 'start'])
  expect(calls.findLast(([name]) => name === 'start')?.[1]).toMatchObject({ theme: 'aurora', userId: '17' })
  app.unmount()
  expect(names(calls).at(-1)).toBe('destroy')
})

it('emits its events', async () => {
  const calls = arrive()
  const listener = vi.fn<(detail: unknown) => void>()
  const app = createApp(() => h(Widget, { ...options, 'onProduct:click': listener }))
  app.mount(document.createElement('div'))
  await nextTick()
  const receive = calls.find(([name, event]) => name === 'on' && event === 'product:click')?.[2]
  if (typeof receive !== 'function') throw new Error('Nothing listens.')
  receive(new CustomEvent('product:click', { detail: { name: 'Magnesium' } }))
  expect(listener.mock.calls).toEqual([[{ name: 'Magnesium' }]])
  app.unmount()
})

it('renders nothing on a server', async () => {
  expect(await renderToString(createSSRApp(() => h(Widget, options)))).toBe('<!---->')
  expect(scripts()).toHaveLength(0)
})
