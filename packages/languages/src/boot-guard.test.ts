import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const script = readFileSync(`${import.meta.dirname}/boot-guard.js`, 'utf8')
const html = document.documentElement
const notice = () => document.querySelector('#boot-failure')

// Each test gets listeners of its own, which end with it.
let life: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  life = new AbortController()
  const addEventListener = window.addEventListener.bind(window)
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener, options?: boolean) =>
    addEventListener(name, listener, { signal: life.signal, capture: options === true }),
  )
  // The document of the deployment that is running.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script src="/assets/index-1.js">')))
  document.body.innerHTML = '<div id="root"></div><script type="module" src="/assets/index-1.js"></script>'
  html.lang = 'en'
  runInThisContext(script)
})
afterEach(() => {
  life.abort()
  delete html.dataset['started']
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function start() {
  document.querySelector('#root')?.append('app')
  html.dataset['started'] = ''
}

it('shows that something went wrong when the app has not started after 20 s, until it starts', async () => {
  await vi.advanceTimersByTimeAsync(19_000)
  expect(notice()).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(notice()?.textContent).toBe('Something went wrong.Reload')
  expect(notice()?.querySelector('button')).not.toBeNull()
  start()
  await vi.advanceTimersByTimeAsync(0)
  expect(notice()).toBeNull()
})

it('waits as long as files of the page arrive, and 2 minutes in all', async () => {
  life.abort()
  let arrive = (): void => undefined
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        arrive = callback
      }
      observe(): void {
        // Entries arrive by `arrive`.
      }
      disconnect(): void {
        arrive = () => undefined
      }
    },
  )
  // A browser without a timer of an earlier test.
  vi.clearAllTimers()
  life = new AbortController()
  runInThisContext(script)
  for (let second = 0; second < 119; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    arrive()
    expect(notice()).toBeNull()
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(notice()).not.toBeNull()
  notice()?.remove()
})

it('shows it when the question which deployment is running is not answered either', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  document.querySelector('script')?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(notice()).not.toBeNull()
  notice()?.remove()
})

it('shows it at once when a script cannot be loaded or throws before the start', async () => {
  document.querySelector('script')?.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(notice()).not.toBeNull())
  notice()?.remove()
})

it('shows nothing for an error of an app that has started, or of a script of another site', async () => {
  window.dispatchEvent(new ErrorEvent('error', { filename: 'https://elsewhere.example/extension.js' }))
  start()
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new ErrorEvent('error', { filename: `${location.origin}/assets/index-1.js` }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(notice()).toBeNull()
})

it('reloads once for each deployment, so that two behind one balancer do not reload each other for ever', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', {
    href: location.href,
    origin: location.origin,
    pathname: '/',
    search: '',
    reload,
  })
  sessionStorage.clear()
  // Every request is answered by the deployment that did not send the document.
  for (const [own, other] of [
    ['1', '2'],
    ['2', '1'],
    ['1', '2'],
    ['2', '1'],
  ] as const) {
    life.abort()
    life = new AbortController()
    document.body.innerHTML = `<div id="root"></div><script type="module" src="/assets/index-${own}.js"></script>`
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(`<script src="/assets/index-${other}.js">`)))
    runInThisContext(script)
    document.querySelector('script')?.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(reload).toHaveBeenCalledTimes(2)
  expect(notice()).not.toBeNull()
  notice()?.remove()
})

it('shows the notice in place of a reload where storage is blocked', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', {
    href: location.href,
    origin: location.origin,
    pathname: '/',
    search: '',
    reload,
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script src="/assets/index-2.js">')))
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('Blocked', 'SecurityError')
    },
  })
  document.querySelector('script')?.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(notice()).not.toBeNull())
  expect(reload).not.toHaveBeenCalled()
  notice()?.remove()
})

it('shows it in the language of the page', async () => {
  html.lang = 'ar'
  await vi.advanceTimersByTimeAsync(20_000)
  expect(notice()?.textContent).toBe('حدث خطأ ما.إعادة التحميل')
  expect(notice()?.getAttribute('dir')).toBe('rtl')
  notice()?.remove()
})

it('has the same texts as the markup that is shown without any script', () => {
  const markup = readFileSync(`${import.meta.dirname}/boot-fallback.html`, 'utf8')
  const shown = [...markup.matchAll(/>([^<>\s][^<>]*)</gu)].map(([, text]) => text)
  expect(shown.length).toBe(6)
  for (const text of shown) expect(script).toContain(`'${text}'`)
})

it('lets a page be drawn whose style sheets have not come, and applies them when they do', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/a.css">'
  const sheet = document.querySelector<HTMLLinkElement>('link')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sheet?.media).toBe('print')
  sheet?.dispatchEvent(new Event('load'))
  expect(sheet?.media).toBe('all')
  notice()?.remove()
})
