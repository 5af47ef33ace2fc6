import { expect, it } from 'vitest'
import { shownAddress } from './shown-address.ts'

it.each([
  ['https://shop.example/hook', 'https://shop.example/hook'],
  ['https://shop.example/', 'https://shop.example/'],
  ['https://shop.example/hook?token=hidden#part', 'https://shop.example/hook'],
  ['https://hooks.example/services/T0/B0/abcdefghijkl', 'https://hooks.example/…ijkl'],
  ['https://hooks.example:8443/0123456789abcdef', 'https://hooks.example:8443/…cdef'],
])('shows %s without secrets in its path and query', (url, shown) => {
  expect(shownAddress(url)).toBe(shown)
})
