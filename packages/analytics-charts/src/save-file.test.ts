import { expect, it } from 'vitest'
import { fileName } from './save-file.ts'

it('names a file by its title', () => {
  expect(['Top products (30d)', '  Ünïcode / Größe ', '…'].map((title) => fileName(title, 'csv'))).toEqual([
    'top-products-30d.csv',
    'ünïcode-größe.csv',
    'chart.csv',
  ])
})
