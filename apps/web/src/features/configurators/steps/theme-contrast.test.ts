import { afterEach, expect, it } from 'vitest'
import { contrast, measureTheme } from './theme-contrast.ts'

// Other test files have the same document.
afterEach(() => document.body.replaceChildren())

it.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 1],
  // The grey that just passes, and the one that just does not.
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
  ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
])('%s on %s has the contrast that WCAG gives it: %f', (ink, paper, ratio) => {
  expect(contrast(ink, paper)).toBeCloseTo(ratio, 2)
  expect(contrast(paper, ink)).toBe(contrast(ink, paper))
})

it.each(['CanvasText', '', '#fff', 'rgba(0, 0, 0, 0.5)'])('knows no contrast of %j', (color) => {
  expect(contrast(color, 'rgb(255, 255, 255)')).toBeNaN()
})

const inks = ['org-color-text', 'org-color-muted', 'org-color-accent', 'org-color-bubble-user-text']
const papers = ['org-color-background', 'org-color-bubble-user', 'org-color-accent-contrast']

function wear(scheme: string, ink: string, paper: string): string {
  const declare = (names: string[], color: string) => names.map((name) => `--${name}: ${color};`).join('')
  const header = `--widget-header: #000000; --widget-header-text: #ffffff;`
  return `[data-look][data-theme='${scheme}'] { ${declare(inks, ink)} ${declare(papers, paper)} ${header} }`
}

it('measures both schemes of what is worn, and leaves nothing behind', () => {
  document.body.innerHTML = `<style>${wear('light', '#767676', '#fff')} ${wear('dark', 'white', '#000000')}</style>
    <div data-look="ultra" data-theme="light"><p>Words.</p></div>`
  const look = document.querySelector<HTMLElement>('[data-look]')
  const measured = look && measureTheme(look)
  expect(measured?.light).toBeCloseTo(4.54, 2)
  expect(measured?.dark).toBe(21)
  expect(document.querySelectorAll('[data-look]')).toHaveLength(1)
})

it('measures nothing where there are no colours', () => {
  document.body.innerHTML = '<div data-look="ultra" data-theme="light"></div>'
  const look = document.querySelector<HTMLElement>('[data-look]')
  expect(look && measureTheme(look)).toBeNull()
})
