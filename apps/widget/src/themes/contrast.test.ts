import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launcherStyles } from '../loader/launcher-styles.ts'
import { widgetThemes } from './widget-themes.ts'

type Pair = readonly [ink: string, paper: string]

const surfaces = ['background', 'surface', 'surface-raised', 'surface-sunken']
const text: readonly Pair[] = [
  ...['text', 'muted', 'accent', 'accent-hover', 'danger'].flatMap((ink) =>
    surfaces.map((paper): Pair => [`org-color-${ink}`, `org-color-${paper}`]),
  ),
  ['org-color-text', 'org-color-accent-soft'],
  ['org-color-muted', 'org-color-accent-soft'],
  ['org-color-accent', 'org-color-accent-soft'],
  ['org-color-accent-contrast', 'org-color-accent'],
  ['org-color-accent-contrast', 'org-color-accent-hover'],
  ['org-color-text', 'org-color-danger-soft'],
  ['org-color-danger', 'org-color-danger-soft'],
  ['org-color-accent', 'org-color-danger-soft'],
  ['org-color-danger-contrast', 'org-color-danger'],
  ['org-color-danger-contrast', 'org-color-danger-hover'],
  ['org-color-bubble-user-text', 'org-color-bubble-user'],
  ['widget-header-text', 'widget-header'],
  ['widget-header-text', 'widget-header-hover'],
]
const parts: readonly Pair[] = [
  ...['border-strong', 'focus'].flatMap((ink) =>
    surfaces.map((paper): Pair => [`org-color-${ink}`, `org-color-${paper}`]),
  ),
  ['widget-launcher-text', 'widget-launcher'],
]

for (const theme of Object.keys(widgetThemes)) {
  const css = readFileSync(`${import.meta.dirname}/${theme}/${theme}.module.css`, 'utf8')

  describe.each(['light', 'dark'])(`${theme}, %s`, (scheme) => {
    const colors = colorsOf(css, scheme)
    const contrastOf = ([ink, paper]: Pair): number =>
      contrast(colors.get(ink) ?? 'no ink', colors.get(paper) ?? 'no paper')

    it.each(text)('%s on %s has the 4.5:1 of WCAG AA text', (...pair) => {
      expect(contrastOf(pair)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(parts)('%s on %s has the 3:1 of WCAG AA interface parts', (...pair) => {
      expect(contrastOf(pair)).toBeGreaterThanOrEqual(3)
    })

    it('has letters on its gradients that are read from end to end', () => {
      const ink = colors.get('widget-header-text') ?? 'no ink'
      const gradients = css.match(/linear-gradient\([^;]+\);/gu) ?? []
      for (const stop of gradients.join(' ').match(/#[\da-f]{6}/gu) ?? []) {
        expect(contrast(ink, stop)).toBeGreaterThanOrEqual(4.5)
      }
    })
  })
}

it.each(Object.entries(launcherStyles))(
  '%s has the background that the loader gives its panel',
  (theme, style) => {
    const css = readFileSync(`${import.meta.dirname}/${theme}/${theme}.module.css`, 'utf8')
    const [light, dark] = ['light', 'dark'].map((scheme) => colorsOf(css, scheme).get('org-color-background'))
    const [, , lightPanel, darkPanel] = style
    expect([lightPanel.replace(/^#fff$/u, '#ffffff'), darkPanel]).toEqual([light, dark])
  },
)

it('has a sign on the launcher of the page that stands out', () => {
  for (const [paint] of Object.values(launcherStyles)) {
    expect(contrast('#ffffff', paint)).toBeGreaterThanOrEqual(3)
  }
})

it('has the colours that the configurator shows its launchers in', () => {
  const file = `${import.meta.dirname}/../../../web/src/shared/embedding/theme-accents.ts`
  const shown = [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): '(#[\da-f]{6})'/gmu)]
  expect(Object.fromEntries(shown.map(([, theme = '', paint = '']) => [theme, paint]))).toEqual(
    Object.fromEntries(Object.entries(launcherStyles).map(([theme, [paint]]) => [theme, paint])),
  )
})

function colorsOf(css: string, scheme: string): Map<string, string> {
  const block = new RegExp(`\\.look\\[data-theme='${scheme}'\\] \\{([^}]+)\\}`, 'u').exec(css)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/gu)].map(([, name = '', color = '']) => [name, color]),
  )
}

// WCAG 2.2, contrast ratio and relative luminance; not a number for what is no colour.
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
