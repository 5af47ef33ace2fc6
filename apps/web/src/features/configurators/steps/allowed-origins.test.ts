import { expect, it } from 'vitest'
import { readOrigins, wrongOrigins } from './allowed-origins.ts'

it('takes one origin per line; blank lines are dropped and duplicates removed', () => {
  expect(readOrigins('https://a.example\n\n  http://b.example:81 \r\nhttps://a.example\n')).toEqual([
    'https://a.example',
    'http://b.example:81',
  ])
  expect(readOrigins(' \n ')).toEqual([])
})

it('wants each line to start with http:// or https:// or to be the literal null', () => {
  expect(wrongOrigins('https://a.example\nHTTP://b.example\nnull')).toEqual([])
  expect(wrongOrigins('a.example\nhttps:/c\nNull\nnull\nhttps://d.example')).toEqual([
    'a.example',
    'https:/c',
    'Null',
  ])
})
