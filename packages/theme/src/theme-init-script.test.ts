import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'
import { themeInitScript } from './theme-init-script.ts'
import { themeColors } from './theme-colors.ts'

function systemPrefersDark(dark: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: dark }))
}

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = '<meta name="theme-color" content="">'
  document.documentElement.removeAttribute('data-theme')
})

it('is the same text as the file for pages without inline scripts', () => {
  expect(readFileSync(`${import.meta.dirname}/theme-init.js`, 'utf8')).toBe(themeInitScript)
})

it.each([
  { saved: 'dark', system: false, expected: 'dark' },
  { saved: 'light', system: true, expected: 'light' },
  { saved: null, system: true, expected: 'dark' },
  { saved: 'sepia', system: false, expected: 'light' },
] as const)(
  'marks the root: saved $saved, system dark $system gives $expected',
  ({ saved, system, expected }) => {
    if (saved !== null) localStorage.setItem('theme', saved)
    systemPrefersDark(system)
    runInThisContext(themeInitScript)
    const root = document.documentElement
    expect(root.dataset['theme']).toBe(expected)
    expect(root.classList.contains('dark')).toBe(expected === 'dark')
    expect(document.querySelector('meta')?.content).toBe(themeColors[expected])
  },
)

it('falls back to the system when storage is forbidden', () => {
  systemPrefersDark(true)
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  runInThisContext(themeInitScript)
  expect(document.documentElement.dataset['theme']).toBe('dark')
})
