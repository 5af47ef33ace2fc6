import { afterEach, expect, it, vi } from 'vitest'
import { BrowserMissingError, ensureTestBrowser, findBrowser } from './browser.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('takes CHROMIUM_PATH before all others', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(findBrowser()).toBe(process.execPath)
  expect(ensureTestBrowser(() => undefined)).toBe(process.execPath)
})

it('refuses a CHROMIUM_PATH that cannot be run, and names it', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(() => findBrowser()).toThrow(BrowserMissingError)
  expect(() => findBrowser()).toThrow('/nowhere/chromium')
})
