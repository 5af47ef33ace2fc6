import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installTrustedTypes } from './trusted-types.ts'

type Rules = Record<'createHTML' | 'createScriptURL', (input: string) => string | null>

const installed = new Map<string, Rules>()
beforeEach(() => {
  const createPolicy = (name: string, rules: Rules) => {
    installed.set(name, rules)
    return rules
  }
  vi.stubGlobal('trustedTypes', { createPolicy })
  installTrustedTypes(window)
})
afterEach(() => vi.unstubAllGlobals())

it('lets code of others empty an element, and put no markup into it but links', () => {
  const { createHTML } = installed.get('default') ?? {}
  expect(createHTML?.('')).toBe('')
  const attribution = '© <a href="https://maplibre.org/" target="_blank">MapLibre</a>'
  expect(createHTML?.(attribution)).toBe(attribution)
  for (const html of [
    '<b>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://a" onclick="x">',
    '<a href="https://a"onclick=x>',
    '<img src=x onerror=x>',
    '<',
  ]) {
    expect(createHTML?.(html)).toBeNull()
  }
})

it.each([
  ['/static/embed-loader.js', true],
  ['/assets/maplibre-gl-worker-C2b_x.mjs', true],
  ['/assets/../media/picture.js', false],
  ['/media/picture.js', false],
  ['//evil.example/assets/a.js', false],
  ['https://evil.example/static/embed-loader.js', false],
  ['data:text/javascript,alert(1)', false],
  ['blob:http://localhost/1', false],
  ['javascript:alert(1)', false],
])('script address %s: %j', (address, isAllowed) => {
  const { createScriptURL } = installed.get('default') ?? {}
  expect(createScriptURL?.(address)).toBe(isAllowed ? address : null)
})
