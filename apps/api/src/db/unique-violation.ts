import { z } from 'zod'

const violation = <const Code extends string>(code: Code) =>
  z.object({ cause: z.object({ code: z.literal(code), constraint: z.string() }) })
const violationSchema = violation('23505')
const foreignKeyViolation = violation('23503')

/** The unique key that an insert broke; undefined for any other error. Both drivers put theirs into `cause`. */
export function uniqueViolation(error: unknown): string | undefined {
  const parsed = violationSchema.safeParse(error)
  return parsed.success ? parsed.data.cause.constraint : undefined
}

/** Returns whether an insert violated a foreign key. */
export function isForeignKeyBroken(error: unknown): boolean {
  return foreignKeyViolation.safeParse(error).success
}

/** True when an insert refers to an account that was deleted after the request had been let in. */
export function isAccountGone(error: unknown): boolean {
  const parsed = foreignKeyViolation.safeParse(error)
  return parsed.success && /_(?:user_id|actor_id|saved_by)_users_id_fk$/u.test(parsed.data.cause.constraint)
}
