import type * as z from 'zod'
import { say, type Language } from '../../languages/say.ts'

/** A rule that a value broke, as zod reports it before it has a message. */
type RawIssue = z.core.$ZodRawIssue

const formats = new Map([
  ['email', 'This is not an email address.'],
  ['guid', 'This is not a valid id.'],
  ['uuid', 'This is not a valid id.'],
  ['datetime', 'This is not a valid time.'],
  ['date', 'This is not a valid date.'],
  ['url', 'This is not a valid address.'],
])

const sizes = {
  too_small: {
    string: 'Must be at least {0} characters.',
    array: 'Must have at least {0} entries.',
    other: 'Must be {0} or more.',
  },
  too_big: {
    string: 'Must be at most {0} characters.',
    array: 'Must have at most {0} entries.',
    other: 'Must be {0} or less.',
  },
} as const

/**
 * Returns a sentence for a person about a broken rule whose schema has no message of its own, in their language.
 *
 * @example
 * describeIssue({ code: 'invalid_format', format: 'guid', input: '7' }, 'en') // 'This is not a valid id.'
 */
export function describeIssue(issue: RawIssue, language: Language): string {
  const { code, input } = issue
  if (code === 'invalid_format') {
    return say(language, formats.get(issue.format) ?? 'This value has the wrong format.')
  }
  if (code === 'too_small' || code === 'too_big') return say(language, ...describeSize(issue))
  if (code === 'invalid_value') return say(language, 'Must be one of: {0}.', issue.values.join(', '))
  if (code === 'unrecognized_keys') return say(language, 'Unknown field: {0}.', issue.keys.join(', '))
  if (code !== 'invalid_type') return say(language, 'This value is not valid.')
  return say(language, input === undefined ? 'This field is required.' : 'This value has the wrong type.')
}

type Size = Extract<RawIssue, { code: 'too_small' | 'too_big' }>

function describeSize(issue: Size): [sentence: string, ...values: unknown[]] {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum
  const { origin } = issue
  if (issue.code === 'too_small' && origin === 'string' && Number(limit) === 1) return ['Must not be empty.']
  const { string, array, other } = sizes[issue.code]
  if (origin === 'string') return [string, limit]
  return [origin === 'array' ? array : other, limit]
}
