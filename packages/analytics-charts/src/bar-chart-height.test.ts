import { expect, it } from 'vitest'
import { barChartHeight } from './bar-chart-height.ts'

it('bar chart height: 220 to 560 px at 26 px per bar', () => {
  expect([0, 1, 8, 9, 10, 21, 22, 1000].map(barChartHeight)).toEqual([220, 220, 220, 234, 260, 546, 560, 560])
  expect([Number.NaN, -5, Infinity].map(barChartHeight)).toEqual([220, 220, 560])
})
