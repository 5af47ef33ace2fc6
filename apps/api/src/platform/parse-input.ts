import type * as z from 'zod'
import type { Language } from '../languages/say.ts'
import { describeIssue } from './describe-issue.ts'
import { invalid } from './http-error.ts'

/**
 * A value as its schema gives it.
 *
 * @throws {HttpError} 422 with one `{path, message}` for each broken rule
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): z.output<Schema> {
  const result = schema.safeParse(storable(value), { error: (issue) => describeIssue(issue, language) })
  if (result.success) return result.data
  throw invalid(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

/** Drops empty query parameters: forms and links write `?embed_id=` for a value that is not there. */
export function givenParameters(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

// PostgreSQL stores no NUL in text, and neither NUL nor half a surrogate pair in JSON.
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: '', message: 'Text must not contain a NUL character.' }])
    return value.isWellFormed() ? value : value.toWellFormed()
  }
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]))
  }
  return value
}
