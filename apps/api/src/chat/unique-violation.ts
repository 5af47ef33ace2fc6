import { z } from 'zod'

const violationSchema = z.object({ cause: z.object({ code: z.literal('23505'), constraint: z.string() }) })

/** The unique key that an insert broke; undefined for any other error. Both drivers put theirs into `cause`. */
export function brokenKey(error: unknown): string | undefined {
  const parsed = violationSchema.safeParse(error)
  return parsed.success ? parsed.data.cause.constraint : undefined
}
