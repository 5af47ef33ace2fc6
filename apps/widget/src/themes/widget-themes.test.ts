import { expect, it } from 'vitest'
import { toWidgetTheme } from './widget-themes.ts'

it('knows the four themes and falls back to ultra', () => {
  expect(['ultra', 'modern', 'ivory', 'aurora'].map(toWidgetTheme)).toEqual([
    'ultra',
    'modern',
    'ivory',
    'aurora',
  ])
  expect(['', 'Ultra', 'toString', '__proto__', null, undefined].map(toWidgetTheme)).toEqual(
    Array(6).fill('ultra'),
  )
})
