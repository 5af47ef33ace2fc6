import { z } from 'zod'

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu

// Ids are compared as text in places, and PostgreSQL returns UUIDs in small letters.
const toCanonicalId = (id: string) => (uuidPattern.test(id) ? id.toLowerCase() : id)

/**
 * An opaque id: UUIDv7 where our server makes it. Nothing but its presence and length is promised; a UUID is read in
 * capitals, too.
 */
export const idSchema = z.string().min(1).max(200).overwrite(toCanonicalId)

/** An id that a body may leave out. Forms write an empty text for a value that is not there. */
export const omissibleIdSchema = z
  .string()
  .max(200)
  .overwrite(toCanonicalId)
  .transform((id) => (id === '' ? undefined : id))

/** An ISO 8601 time in UTC, `2026-11-21T09:30:00.000Z`. ISO has a year 0, calendars and databases have none. */
export const timestampSchema = z.iso.datetime().refine(hasYear, 'There is no such year.')

/** A UTC day, `2026-11-21`. */
export const daySchema = z.iso.date()

function hasYear(time: string): boolean {
  return !time.startsWith('0000')
}

/** An e-mail address as a person types it: trimmed, at most 254 characters (RFC 5321 section 4.5.3.1). */
export const emailSchema = z.string().trim().max(254).pipe(z.email())

/** The answer of calls that have nothing to say but that they worked. */
export const okSchema = z.object({ ok: z.literal(true) })

/** The answer `{ok: true}`. */
export type Ok = z.infer<typeof okSchema>

/** `?limit=&cursor=` of every list that pages: 20 a page when left out, at most 100. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
})

/** The paging part of a query, with its default in place. */
export type PageQuery = z.infer<typeof pageQuerySchema>

/** `{items, next_cursor}`: `next_cursor` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().min(1).nullable() })
}

/** Text of at most `max` characters as a person counts them: code points, not UTF-16 units. */
export function textUpTo(max: number, message = `Must be at most ${max} characters.`) {
  return z
    .string()
    .refine(
      (text) => text.length <= max || (text.length <= max * 2 && Array.from(text).length <= max),
      message,
    )
    .meta({ maxLength: max })
}

/** Text of at least `min` and at most `max` characters as a person counts them: code points, not UTF-16 units. */
export function textBetween(min: number, max: number, messages: { short: string; long: string }) {
  return z
    .string()
    .refine(
      (text) => text.length >= min && (text.length >= min * 2 || Array.from(text).length >= min),
      messages.short,
    )
    .pipe(textUpTo(max, messages.long))
    .meta({ minLength: min, maxLength: max })
}
