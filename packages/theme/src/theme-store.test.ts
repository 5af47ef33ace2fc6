import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThemeStore, type ThemeStore } from './theme-store.ts'
import { themeColors } from './theme-colors.ts'

class SystemPreference extends EventTarget {
  matches = false
  media = '(prefers-color-scheme: dark)'
  onchange = null
  addListener = (): void => {}
  removeListener = (): void => {}

  turn(dark: boolean): void {
    this.matches = dark
    this.dispatchEvent(new Event('change'))
  }
}

const forbidden = {
  getItem: (): string | null => {
    throw new DOMException('denied', 'SecurityError')
  },
  setItem: (): void => {
    throw new DOMException('denied', 'SecurityError')
  },
}

let system: SystemPreference
let stores: ThemeStore[] = []

function make(options: Parameters<typeof createThemeStore>[0] = {}): ThemeStore {
  const store = createThemeStore({ matchMedia: () => system, ...options })
  stores.push(store)
  return store
}

function otherTabSaves(value: string | null): void {
  if (value === null) localStorage.clear()
  else localStorage.setItem('theme', value)
  window.dispatchEvent(new StorageEvent('storage', { key: value === null ? null : 'theme', newValue: value }))
}

beforeEach(() => {
  system = new SystemPreference()
  localStorage.clear()
  document.head.innerHTML = '<meta name="theme-color" content="">'
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.className = ''
})

afterEach(() => {
  for (const store of stores) store.dispose()
  stores = []
})

it('starts with the saved choice, whatever the system prefers', () => {
  localStorage.setItem('theme', 'light')
  system.matches = true
  expect(make().get()).toBe('light')
})

it('starts with the system preference when nothing valid is saved, else light', () => {
  localStorage.setItem('theme', 'sepia')
  expect(make().get()).toBe('light')
  system.matches = true
  expect(make().get()).toBe('dark')
  expect(createThemeStore().get()).toBe('light')
})

it('saves every change and marks the root with the class, the attribute and the theme colour', () => {
  const store = make()
  const root = document.documentElement
  expect(root.dataset['theme']).toBe('light')
  store.set('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(root.dataset['theme']).toBe('dark')
  expect(root.classList.contains('dark')).toBe(true)
  const meta = document.querySelector('meta[name="theme-color"]')
  expect(meta?.getAttribute('content')).toBe(themeColors.dark)
  store.toggle()
  expect(localStorage.getItem('theme')).toBe('light')
  expect(root.classList.contains('dark')).toBe(false)
  expect(meta?.getAttribute('content')).toBe(themeColors.light)
})

it('follows the system only when no saved choice exists', () => {
  const store = make()
  system.turn(true)
  expect(store.get()).toBe('dark')
  expect(localStorage.getItem('theme')).toBeNull()
  store.set('dark')
  system.turn(false)
  expect(store.get()).toBe('dark')
})

it('follows a choice that another tab saves, and the system again once it is cleared', () => {
  const store = make()
  otherTabSaves('dark')
  expect(store.get()).toBe('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  otherTabSaves(null)
  expect(store.get()).toBe('light')
})

it('holds a choice for the page when storage is forbidden', () => {
  const store = make({ storage: forbidden })
  store.set('dark')
  system.turn(true)
  system.turn(false)
  expect(store.get()).toBe('dark')
})

it('works where reading localStorage itself throws', () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  try {
    expect(make().get()).toBe('light')
  } finally {
    if (descriptor !== undefined) Object.defineProperty(globalThis, 'localStorage', descriptor)
  }
})

it('calls listeners after a change and not for the same theme, until they leave', () => {
  const store = make()
  const listener = vi.fn<() => void>()
  const leave = store.subscribe(listener)
  store.set('light')
  expect(listener).not.toHaveBeenCalled()
  store.toggle()
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
  store.toggle()
  expect(listener).toHaveBeenCalledTimes(1)
})

it('hears nothing after dispose', () => {
  const store = make()
  store.dispose()
  system.turn(true)
  otherTabSaves('dark')
  expect(store.get()).toBe('light')
})
