import { afterEach, expect, it, vi } from 'vitest'
import { mountWidget } from './mount-widget.ts'
import { arrive, clearPage, names, options, scripts, waiting } from './page.fixture.ts'

afterEach(clearPage)

it('adds the script of the loader once, which draws no widget by itself', () => {
  mountWidget({ ...options, nonce: 'abc' })
  mountWidget({ ...options, id: 'other' })
  expect(scripts()).toHaveLength(1)
  const [script] = scripts()
  expect(script?.src).toBe('https://chat.example/static/embed-loader.js')
  expect([script?.nonce, script?.async, script?.dataset['start']]).toEqual(['abc', true, 'false'])
  expect(names(waiting())).toEqual(['start', 'start'])
})

it('names every attribute, so that it takes none of the page’s own tag', () => {
  document.documentElement.lang = 'es'
  mountWidget({ ...options, theme: 'ivory', width: 400, requireDisclaimer: false, dataLayer: 'dataLayer' })
  expect(waiting()).toEqual([
    [
      'start',
      {
        id: 'shop',
        cfg: 'shop',
        theme: 'ivory',
        position: '',
        width: '400',
        height: '',
        open: '',
        label: '',
        look: '',
        hideLauncher: '',
        mobile: '',
        lang: 'es',
        requireDisclaimer: 'false',
        layer: 'dataLayer',
        userId: '',
        userHash: '',
        userExpires: '',
      },
    ],
  ])
  document.documentElement.lang = ''
})

it('keeps calls in their order until the loader has arrived', () => {
  const widget = mountWidget({ ...options, scheme: 'dark' })
  widget.open()
  widget.identify(null)
  widget.order({ id: '17', total: 49.9, currency: 'EUR' })
  widget.destroy()
  expect(waiting().slice(1)).toEqual([
    ['setTheme', 'dark', 'shop'],
    ['open', 'shop'],
    ['identify', null, 'shop'],
    ['order', { id: '17', total: 49.9, currency: 'EUR' }, 'shop'],
    ['destroy', 'shop'],
  ])
})

it('calls a loader that is there, by the id of the widget', () => {
  const calls = arrive()
  const widget = mountWidget({ ...options, id: 'help' })
  widget.toggle()
  widget.close()
  widget.setScheme('light')
  expect(calls.slice(1)).toEqual([
    ['toggle', 'help'],
    ['close', 'help'],
    ['setTheme', 'light', 'help'],
  ])
})

it('does nothing once it is destroyed', () => {
  const calls = arrive()
  const widget = mountWidget(options)
  widget.destroy()
  widget.destroy()
  widget.open()
  widget.on('open', () => undefined)
  expect(names(calls)).toEqual(['start', 'destroy'])
})

it('gives a listener what an event carries, until it is removed', () => {
  const calls = arrive()
  const listener = vi.fn<(detail: { name: string }) => void>()
  const remove = mountWidget(options).on('product:click', listener)
  const [, , receive] = calls[1] ?? []
  if (typeof receive !== 'function') throw new Error('Nothing listens.')
  receive(new CustomEvent('product:click', { detail: { name: 'Magnesium' } }))
  expect(listener.mock.calls).toEqual([[{ name: 'Magnesium' }]])
  remove()
  expect(calls[2]).toEqual(['off', 'product:click', receive, 'shop'])
})

it('requests the script again, with the next widget, after it could not be loaded', () => {
  mountWidget(options)
  scripts()[0]?.dispatchEvent(new Event('error'))
  expect(scripts()).toHaveLength(0)
  mountWidget({ ...options, id: 'other' })
  expect(scripts()).toHaveLength(1)
  expect(names(waiting())).toEqual(['start', 'start'])
})

it('replaces an element that is named OrgChat', () => {
  Reflect.set(window, 'OrgChat', document.createElement('form'))
  mountWidget(options)
  expect(names(waiting())).toEqual(['start'])
})

it('does nothing without a document', () => {
  vi.stubGlobal('document', undefined)
  const widget = mountWidget(options)
  widget.open()
  widget.destroy()
  vi.unstubAllGlobals()
  expect(scripts()).toHaveLength(0)
  expect(Reflect.get(window, 'OrgChat')).toBeUndefined()
})
