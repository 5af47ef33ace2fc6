// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readText } from './read-text.ts'

const iterator = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator)

beforeEach(() => {
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
})

afterEach(() => {
  if (iterator !== undefined) Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterator)
})

function bodyOf(pieces: Iterable<number[]>, cancel = () => {}) {
  const left = pieces[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { done, value } = left.next()
      if (done === true) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel,
  })
}

it('reads characters whole, where a ReadableStream cannot be iterated', async () => {
  expect(Symbol.asyncIterator in bodyOf([])).toBe(false)
  const pieces: string[] = []
  for await (const text of readText(bodyOf([[0x48, 0x69, 0xe2], [0x82], [0xac, 0x21]]))) pieces.push(text)
  expect(pieces).toEqual(['Hi', '€!'])
})

it('shows a torn last character as such', async () => {
  const pieces: string[] = []
  for await (const text of readText(bodyOf([[0x48, 0xe2]]))) pieces.push(text)
  expect(pieces.join('')).toBe('H\uFFFD')
})

it('cancels the body when the iteration ends early', async () => {
  const cancel = vi.fn<() => void>()
  for await (const text of readText(bodyOf([[0x48], [0x69]], cancel))) {
    expect(text).toBe('H')
    break
  }
  expect(cancel).toHaveBeenCalledOnce()
})
