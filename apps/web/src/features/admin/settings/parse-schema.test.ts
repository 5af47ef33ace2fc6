import { describe, expect, it } from 'vitest'
import { findJsonError } from './json-editor/json-error.ts'
import { parseSchema, placeOf } from './parse-schema.ts'

describe('the parameters of the tool', () => {
  it.each([
    ['', {}],
    [' \n', {}],
    ['{}', {}],
    ['{"type": "object"}', { type: 'object' }],
  ])('are read: %j', (text, schema) => {
    expect(parseSchema(text)).toEqual({ ok: true, schema })
  })

  it.each(['[]', '7', '"x"', 'null', 'true'])('are no other JSON: %s', (text) => {
    expect(parseSchema(text)).toMatchObject({ ok: false, reason: 'it is no JSON object' })
  })

  it.each([
    ['{"a": object}', 6],
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['{"a": [1, 2}', 11],
    ['{"a": "x\ny"}', 6],
    ['{"a": 01}', 7],
    ['{"a": 1} x', 9],
    ['{"a": {"b": [true, null, -1.5e3, "\\u00e9"', 41],
    ['{', 1],
  ])('are broken where %j is: at %i', (text, offset) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(parseSchema(text)).toMatchObject({ ok: false, offset })
  })

  it('name the place by line and column', () => {
    const text = '{\n  "type": object\n}'
    expect(placeOf(text, findJsonError(text))).toEqual({ line: 2, column: 11 })
  })

  it('bear a text nested without end', () => {
    expect(parseSchema('[{"a":'.repeat(50_000))).toMatchObject({ ok: false })
  })
})
