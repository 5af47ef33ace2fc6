import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { themeColors } from './theme-colors.ts'
import { token, tokenNames, tokenProperty } from './tokens.ts'

const css = readFileSync(`${import.meta.dirname}/styles.css`, 'utf8')

function declarations(block: RegExp): Map<string, string> {
  const body = block.exec(css)?.[1] ?? ''
  return new Map(
    [...body.matchAll(/--org-([\w-]+):\s*([^;]+);/gu)].map(([, name = '', value = '']) => [name, value]),
  )
}

const light = declarations(/:root,\n {2}\[data-theme='light'\] \{([^}]+)\}/u)
const dark = declarations(/\n {2}\[data-theme='dark'\],\n {2}\.dark \{([^}]+)\}/u)
const scales = declarations(/\n {2}:root \{([^}]+)\}/u)
const forced = declarations(/forced-colors: active\) \{\s*:root,\s*\[data-theme\],\s*\.dark \{([^}]+)\}/u)

// WCAG 2.2, relative luminance and contrast ratio.
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['background', 'surface', 'surface-raised', 'surface-sunken']
const text: readonly [string, string][] = [
  ...['text', 'muted', 'accent', 'accent-hover', 'danger', 'success', 'warning'].flatMap((ink) =>
    surfaces.map((paper): [string, string] => [ink, paper]),
  ),
  ['text', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['text', 'danger-soft'],
  ['danger', 'danger-soft'],
  ['danger-contrast', 'danger'],
  ['danger-contrast', 'danger-hover'],
  ['success', 'success-soft'],
  ['text', 'success-soft'],
  ['warning', 'warning-soft'],
  ['accent', 'warning-soft'],
  ['accent', 'danger-soft'],
  ['accent', 'success-soft'],
  ['text', 'warning-soft'],
  ['bubble-user-text', 'bubble-user'],
  ['accent', 'bubble-user'],
]
const edges = ['border-strong', 'focus'].flatMap((ink) =>
  surfaces.map((paper): [string, string] => [ink, paper]),
)

describe.each([
  { theme: 'light', tokens: light },
  { theme: 'dark', tokens: dark },
])('the $theme theme', ({ tokens }) => {
  const color = (name: string): string => tokens.get(`color-${name}`) ?? ''

  it.each(text)('%s on %s has the 4.5:1 of WCAG AA text', (ink, paper) => {
    expect(contrast(color(ink), color(paper))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)('%s on %s has the 3:1 of WCAG AA interface parts', (ink, paper) => {
    expect(contrast(color(ink), color(paper))).toBeGreaterThanOrEqual(3)
  })
})

it('reads the known ratios of black, white and grey', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

it('sets the same tokens in both themes', () => {
  expect([...dark.keys()]).toEqual([...light.keys()])
})

it('names every token of the stylesheet, and none that is not there', () => {
  const declared = new Set([...light.keys(), ...scales.keys()])
  expect([...declared].sort()).toEqual(tokenNames.toSorted())
})

it('gives every colour but the veil to the system palette in forced colours', () => {
  const colors = [...light.keys()].filter((name) => name.startsWith('color-') && name !== 'color-overlay')
  expect(colors.filter((name) => !forced.has(name))).toEqual([])
})

it('tells the browser the background it paints', () => {
  expect(themeColors).toEqual({ light: light.get('color-background'), dark: dark.get('color-background') })
})

it('makes properties and values from names', () => {
  expect(tokenProperty('space-4')).toBe('--org-space-4')
  expect(token('color-accent')).toBe('var(--org-color-accent)')
})
