import { expect, it } from 'vitest'
import { EventTooLargeError, isSseError, ResponseError, SseError } from './index.ts'

it('has one base, a code and what a handler needs', () => {
  const tooLarge = new EventTooLargeError(10)
  expect(tooLarge).toBeInstanceOf(SseError)
  expect(tooLarge).toMatchObject({ name: 'SseError', code: 'event_too_large', maxEventBytes: 10 })
  const response = new ResponseError(200, 'text/html')
  expect(response).toMatchObject({ name: 'SseError', code: 'no_event_stream', contentType: 'text/html' })
})

it('knows its errors by a marker, so that two copies of the package agree', () => {
  const foreign = Object.assign(new Error('elsewhere'), { [Symbol.for('@org/sse-parser/error')]: true })
  expect([new EventTooLargeError(1), foreign].map(isSseError)).toEqual([true, true])
  expect([new Error('other'), null, undefined, 'text', {}].map(isSseError)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
