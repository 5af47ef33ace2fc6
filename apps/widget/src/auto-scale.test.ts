import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { autoScale, cornerOffset, transformOrigin } from './auto-scale.ts'
import { widgetPositions, widgetThemes } from './themes/widget-themes.ts'

it('is the smallest of 1 and what the margins of 40 and 44 leave', () => {
  const { ultra } = widgetThemes
  expect(autoScale(ultra, { width: 1440, height: 900 })).toEqual({ scale: 1, width: 520, height: 560 })
  expect(autoScale(ultra, { width: 390, height: 844 }).scale).toBeCloseTo(350 / 520)
  expect(autoScale(ultra, { width: 1440, height: 400 }).scale).toBeCloseTo(356 / 560)
})

it('leaves 96 above and below for top positions', () => {
  const atTop = { ...widgetThemes.ivory, position: 'top-right' as const }
  expect(autoScale(atTop, { width: 1440, height: 600 }).scale).toBeCloseTo(504 / 640)
})

it('is 0 where there is no room, never negative', () => {
  expect(autoScale(widgetThemes.ultra, { width: 30, height: 30 }).scale).toBe(0)
})

it('never comes nearer than 16 to an edge, whatever the theme, corner and viewport', () => {
  const size = fc.integer({ min: 120, max: 4000 })
  const placement = fc.record({
    position: fc.constantFrom(...widgetPositions),
    width: fc.integer({ min: 200, max: 2000 }),
    height: fc.integer({ min: 200, max: 2000 }),
  })
  fc.assert(
    fc.property(placement, size, size, (widget, width, height) => {
      const box = autoScale(widget, { width, height })
      expect(box.scale).toBeLessThanOrEqual(1)
      expect(width - cornerOffset - box.width).toBeGreaterThanOrEqual(16 - 1e-9)
      expect(height - cornerOffset - box.height).toBeGreaterThanOrEqual(16 - 1e-9)
      expect(box.width / box.height).toBeCloseTo(widget.width / widget.height)
    }),
  )
})

it('keeps its corner in place', () => {
  expect(widgetPositions.map(transformOrigin)).toEqual([
    'bottom right',
    'bottom left',
    'top right',
    'top left',
  ])
})
