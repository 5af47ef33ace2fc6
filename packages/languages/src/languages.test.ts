import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseLanguage, markLanguage } from './languages.ts'

const script = readFileSync(`${import.meta.dirname}/language-init.js`, 'utf8')
const root = document.documentElement

beforeEach(() => {
  localStorage.clear()
  root.lang = 'en'
  root.removeAttribute('dir')
})

const cases = [
  { saved: null, browser: ['en-US', 'es'], language: 'en', direction: 'ltr' },
  { saved: null, browser: ['es-MX', 'en'], language: 'es', direction: 'ltr' },
  { saved: null, browser: ['de', 'ar-EG', 'en'], language: 'ar', direction: 'rtl' },
  { saved: null, browser: ['de', 'est', 'arc'], language: 'en', direction: 'ltr' },
  { saved: null, browser: [], language: 'en', direction: 'ltr' },
  { saved: 'ar', browser: ['es'], language: 'ar', direction: 'rtl' },
  { saved: 'en', browser: ['ar'], language: 'en', direction: 'ltr' },
  { saved: 'tlh', browser: ['ES'], language: 'es', direction: 'ltr' },
] as const

it.each(cases)(
  'speaks what was chosen, else what the browser wants first, else English: $saved, $browser',
  ({ saved, browser, language, direction }) => {
    expect(chooseLanguage([saved, ...browser])).toBe(language)
    markLanguage(root, language)
    expect([root.lang, root.dir]).toEqual([language, direction])
  },
)

it.each(cases)(
  'does so before the first paint: $saved, $browser',
  ({ saved, browser, language, direction }) => {
    if (saved !== null) localStorage.setItem('language', saved)
    vi.stubGlobal('navigator', { languages: browser })
    runInThisContext(script)
    expect(root.lang).toBe(language)
    expect(root.dir === 'rtl').toBe(direction === 'rtl')
  },
)

it('asks the browser when storage is forbidden', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  vi.stubGlobal('navigator', { languages: ['ar'] })
  runInThisContext(script)
  expect(root.dir).toBe('rtl')
})
