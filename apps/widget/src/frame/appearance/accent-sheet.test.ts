import { contrastRatio } from '@org/theme'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { widgetThemes } from '../../themes/widget-themes.ts'
import { accentStyles } from './accent-sheet.ts'

const accents = ['#000000', '#ffffff', '#ffcc00', '#b1004f', '#00ff00', '#0000ff', '#808080']
const papers = ['background', 'surface', 'surface-raised', 'surface-sunken', 'danger-soft']

/** The colours of a rule, by the custom properties' names without their dashes. */
function colorsOf(css: string, selector: string): Map<string, string> {
  const start = css.indexOf(selector)
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[\da-f]{6})/gu)].map(([, name = '', color = '']) => [name, color]),
  )
}

for (const theme of Object.keys(widgetThemes)) {
  const css = readFileSync(`${import.meta.dirname}/../../themes/${theme}/${theme}.module.css`, 'utf8')
  for (const scheme of ['light', 'dark']) {
    it.each(accents)(`${theme}, ${scheme}: the shades of %s are readable`, (accent) => {
      const styles = accentStyles(accent)
      const hasOwnHeader = ['ultra', 'aurora'].includes(theme)
      const colors = new Map([
        ...colorsOf(css, `.look[data-theme='${scheme}']`),
        ...colorsOf(styles, `[data-look][data-theme='${scheme}']`),
        ...(hasOwnHeader ? colorsOf(styles, `[data-look='aurora'])[data-theme='${scheme}']`) : []),
      ])
      const pairs = [
        ...papers.flatMap((paper) => [
          ['org-color-accent', `org-color-${paper}`],
          ['org-color-accent-hover', `org-color-${paper}`],
        ]),
        ...['text', 'muted', 'accent'].map((ink) => [`org-color-${ink}`, 'org-color-accent-soft']),
        ['org-color-accent-contrast', 'org-color-accent'],
        ['org-color-accent-contrast', 'org-color-accent-hover'],
        ['org-color-bubble-user-text', 'org-color-bubble-user'],
        ['widget-header-text', 'widget-header'],
        ['widget-header-text', 'widget-header-hover'],
        ['widget-launcher-text', 'widget-launcher'],
      ]
      for (const [ink = '', paper = ''] of pairs) {
        const ratio = contrastRatio(colors.get(ink) ?? 'no ink', colors.get(paper) ?? 'no paper')
        expect(ratio, `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5)
      }
    })
  }
}

it('leaves the colours of a person who has chosen those of all pages', () => {
  expect(accentStyles('#b1004f')).toMatch(/^@media not \(forced-colors: active\)\{.*\}$/u)
})
