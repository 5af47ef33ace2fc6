import { expect, it } from 'vitest'
import { isPreview } from './is-preview.ts'

const own = 'https://chat.example'

function framedBy(address: string): Window {
  const { origin, pathname } = new URL(address)
  const view = { location: { origin: own }, parent: { location: { origin, pathname } } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these members alone are read
  return view as unknown as Window
}

it.each([
  [`${own}/widgets/preview/w1`, true],
  [`${own}/admin/embed-preview`, true],
  [`${own}/embed/demo`, false],
  [`${own}/chat`, false],
  ['https://shop.example/widgets/preview/w1', false],
])('a widget on %s is a preview: %s', (address, expected) => {
  expect(isPreview(framedBy(address))).toBe(expected)
})

it('a page of another site, which cannot be read, previews nothing', () => {
  const view = {
    location: { origin: own },
    parent: {
      get location(): never {
        throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
      },
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these members alone are read
  expect(isPreview(view as unknown as Window)).toBe(false)
})
