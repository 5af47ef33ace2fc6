import { expect, it } from 'vitest'
import { contrast, measureTheme } from './theme-contrast.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#FFFFFF', '#ffffff', 1],
  // The grey that just passes, and the one that just does not.
  ['#767676', '#ffffff', 4.54],
  ['#777777', ' #ffffff', 4.48],
])('%s on %s has the contrast that WCAG gives it: %f', (ink, paper, ratio) => {
  expect(contrast(ink, paper)).toBeCloseTo(ratio, 2)
  expect(contrast(paper, ink)).toBe(contrast(ink, paper))
})

it.each(['CanvasText', '', '#fff', 'rgb(0 0 0)'])('knows no contrast of %j', (color) => {
  expect(contrast(color, '#ffffff')).toBeNaN()
})

const inks = ['org-color-text', 'org-color-muted', 'org-color-accent', 'org-color-bubble-user-text']
const papers = ['org-color-background', 'org-color-bubble-user', 'org-color-accent-contrast']

function wear(scheme: string, ink: string, paper: string): string {
  const declare = (names: string[], color: string) => names.map((name) => `--${name}: ${color};`).join('')
  const header = `--widget-header: #000000; --widget-header-text: #ffffff;`
  return `[data-look][data-theme='${scheme}'] { ${declare(inks, ink)} ${declare(papers, paper)} ${header} }`
}

it('measures both schemes of what is worn, and leaves nothing behind', () => {
  document.body.innerHTML = `<style>${wear('light', '#767676', '#ffffff')} ${wear('dark', '#ffffff', '#000000')}</style>
    <div data-look="ultra" data-theme="light"><p>Words.</p></div>`
  const look = document.querySelector<HTMLElement>('[data-look]')
  const measured = look && measureTheme(look)
  expect(measured?.light).toBeCloseTo(4.54, 2)
  expect(measured?.dark).toBe(21)
  expect(document.querySelectorAll('[data-look]')).toHaveLength(1)
})

it('measures nothing where the colours are the system’s own', () => {
  document.body.innerHTML = `<style>${wear('light', 'CanvasText', 'Canvas')} ${wear('dark', 'CanvasText', 'Canvas')}</style>
    <div data-look="ultra" data-theme="light"></div>`
  const look = document.querySelector<HTMLElement>('[data-look]')
  expect(look && measureTheme(look)).toBeNull()
})
