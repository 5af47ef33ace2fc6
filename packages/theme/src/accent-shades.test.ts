import { describe, expect, it } from 'vitest'
import { accentShades, contrastRatio, textOn } from './accent-shades.ts'

// The corners of the colour cube, the middle, and some brands.
const levels = ['00', '80', 'ff']
const accents = [
  ...levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`))),
  '#b1004f',
  '#1db954',
  '#ffcc00',
  '#0a66c2',
  '#777777',
]
const hardest = { light: '#e2e2e2', dark: '#303030' }

describe.each(['light', 'dark'] as const)('shades of an accent in %s', (theme) => {
  it.each(accents)('of %s are readable', (accent) => {
    const shades = accentShades(accent, theme)
    const pairs = [
      [shades.accent, hardest[theme]],
      [shades.accentHover, hardest[theme]],
      [shades.accent, shades.accentSoft],
      [shades.accentContrast, shades.accent],
      [shades.accentContrast, shades.accentHover],
      [shades.bubbleText, shades.bubble],
      [shades.headerText, shades.header],
      [shades.headerText, shades.headerHover],
    ] as const
    expect(Object.values(shades).every((shade) => /^#[\da-f]{6}$/u.test(shade))).toBe(true)
    for (const [one, other] of pairs) expect(contrastRatio(one, other)).toBeGreaterThanOrEqual(4.5)
  })
})

it('leaves an accent alone that is readable already', () => {
  expect(accentShades('#0b3d63', 'light').accent).toBe('#0b3d63')
  expect(accentShades('#ffcc00', 'dark').accent).toBe('#ffcc00')
})

it('darkens a light accent for the light theme, and keeps its hue', () => {
  const { accent } = accentShades('#ffcc00', 'light')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(accent.slice(start, start + 2), 16),
  )
  expect(blue).toBe(0)
  expect(green / red).toBeCloseTo(0.8, 1)
})

it.each([
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
])('gives %s on %s the ratio of WCAG: %f', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2)
})

it.each(accents)('has text for %s', (accent) => {
  expect(contrastRatio(textOn(accent), accent)).toBeGreaterThanOrEqual(4.3)
})

it.each(['red', '#fff', '#12345', '', '#1234567', 'rgb(0, 0, 0)'])('refuses %j', (color) => {
  expect(() => accentShades(color, 'light')).toThrow(TypeError)
})
