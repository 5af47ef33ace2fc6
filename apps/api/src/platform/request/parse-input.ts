import type * as z from 'zod'
import type { Language } from '../../languages/say.ts'
import { describeIssue } from './describe-issue.ts'
import { invalid } from '../http/http-error.ts'

/** Broken rules that an answer names: a large body may break one in each of its values. */
const maxIssues = 100

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
  const issues = result.error.issues.slice(0, maxIssues)
  throw invalid(issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

/** Drops empty query parameters: forms and links write `?embed_id=` for a value that is not there. */
export function givenParameters(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

// PostgreSQL stores no NUL in text, and neither NUL nor half a surrogate pair in JSON. The value is changed in place:
// a copy of a large body would take longer than all of its checks.
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: '', message: 'Text must not contain a NUL character.' }])
    return value.isWellFormed() ? value : value.toWellFormed()
  }
  if (typeof value !== 'object' || value === null) return value
  for (const [key, inner] of Object.entries(value)) {
    const stored = storable(inner)
    // A plain assignment to `__proto__` would change the prototype.
    if (stored !== inner) Reflect.defineProperty(value, key, { value: stored })
  }
  return value
}
