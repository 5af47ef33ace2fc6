import { z } from 'zod'
import { contactMessageCharacters } from './limits.ts'
import { emailSchema, textUpTo } from './primitives.ts'

/** POST /api/contact: name, e-mail and message are trimmed and required. */
export const contactRequestSchema = z.object({
  name: z.string().trim().min(1).max(200),
  email: emailSchema,
  message: z
    .string()
    .trim()
    .min(1)
    .pipe(
      textUpTo(contactMessageCharacters, `Message is too long (max ${contactMessageCharacters} characters).`),
    ),
  /** A field that people do not see: what is filled in by a program is taken and thrown away. */
  website: z.string().max(1000).optional(),
})

/** The body of POST /api/contact. */
export type ContactRequest = z.infer<typeof contactRequestSchema>
