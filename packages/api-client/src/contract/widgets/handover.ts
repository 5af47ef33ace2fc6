import { z } from 'zod'
import { emailSchema, idSchema, omissibleIdSchema, timestampSchema } from '../primitives.ts'

/** Limits of hand-overs. Lengths in characters. */
export const handoverLimits = {
  nameCharacters: 200,
  messageCharacters: 2000,
  outsideCharacters: 500,
  urlCharacters: 500,
  /** Newest messages of a transcript; older ones are left out by the sender. */
  messages: 60,
  /** Of one message of a transcript. */
  textCharacters: 8000,
  zoneCharacters: 60,
} as const

/** Receiver of the requests of visitors who ask for a person. */
export const handoverChannelSchema = z.enum(['off', 'email', 'webhook'])

const clockSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)

/** Hours of one day, in the time zone of the week. */
const dayHoursSchema = z
  .object({ from: clockSchema, to: clockSchema })
  .refine(({ from, to }) => from < to, { message: 'The end must be later than the start.' })

/** Opening hours by weekday, from Monday; null is a closed day. */
export const openingHoursSchema = z.object({
  zone: z
    .string()
    .min(1)
    .max(handoverLimits.zoneCharacters)
    .refine(isTimeZone, { message: 'Enter a time zone such as Europe/Berlin.' }),
  days: z.array(dayHoursSchema.nullable()).length(7),
})

/** Opening hours by weekday. */
export type OpeningHours = z.infer<typeof openingHoursSchema>

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}

const settings = {
  channel: handoverChannelSchema,
  /** Mailbox of the channel `email`; empty for none. */
  email: z.string(),
  /** Address of the channel `webhook`; empty for none. */
  url: z.string(),
  name: z.enum(['hidden', 'optional', 'required']),
  /** The visitor's e-mail address in the form. */
  reply: z.enum(['optional', 'required']),
  /** Null: always open. */
  hours: openingHoursSchema.nullable(),
  /** Shown in the form outside of the hours. */
  outside: z.string(),
  /** True to remove e-mail addresses, phone numbers and names from transcripts. */
  redact: z.boolean(),
}

/** GET /api/admin/configurators/{id}/handover */
export const handoverSettingsSchema = z.object({
  ...settings,
  /** Grows with each save; 0 before the first one. */
  version: z.number().int().min(0),
  /** Time of the secret that signs webhooks; null before the first one. */
  secret_at: timestampSchema.nullable(),
  /** False when the server has no way to send e-mails. */
  can_mail: z.boolean(),
})

/** Hand-over settings of a widget. */
export type HandoverSettings = z.infer<typeof handoverSettingsSchema>

/** PUT /api/admin/configurators/{id}/handover. A `version` that is no longer current gets a 409. */
export const handoverSaveSchema = z
  .object({
    ...settings,
    email: z.union([z.literal(''), emailSchema]),
    url: z.union([
      z.literal(''),
      z.url({ protocol: /^https?$/u, error: 'Enter an https address.' }).max(handoverLimits.urlCharacters),
    ]),
    outside: z.string().trim().max(handoverLimits.outsideCharacters),
    version: z.number().int().min(0),
  })
  .refine(({ channel, email }) => channel !== 'email' || email !== '', {
    path: ['email'],
    message: 'Enter the e-mail address that receives the requests.',
  })
  .refine(({ channel, url }) => channel !== 'webhook' || url !== '', {
    path: ['url'],
    message: 'Enter an https address.',
  })

/** The body of PUT /api/admin/configurators/{id}/handover. */
export type HandoverSave = z.infer<typeof handoverSaveSchema>

/** The saved settings. `secret` is there once: when the save has created the first secret of webhooks. */
export const handoverSavedSchema = handoverSettingsSchema.extend({ secret: z.string().nullable() })

/** POST /api/admin/configurators/{id}/handover/secret: a new secret. The earlier one also signs for a day. */
export const handoverSecretSchema = z.object({ secret: z.string(), secret_at: timestampSchema })

/** POST /api/admin/configurators/{id}/handover/test: result of a test delivery to the webhook. */
export const handoverTestSchema = z.object({
  delivered: z.boolean(),
  /** Status of the response; null without one. */
  status: z.number().int().nullable(),
})

/** The query of GET /api/handover: without an id, the site's own chat. */
export const handoverQuerySchema = z.object({ embed_id: idSchema.optional() })

/** GET /api/handover: the form of a chat. */
export const handoverFormSchema = z.object({
  /** False where no hand-over is set up. */
  available: z.boolean(),
  /** False outside of the opening hours; requests are accepted then, too. */
  open: z.boolean(),
  outside: z.string(),
  name: settings.name,
  reply: settings.reply,
  redact: z.boolean(),
})

/** The form of a chat's hand-over. */
export type HandoverForm = z.infer<typeof handoverFormSchema>

/** One message of a transcript. */
export const transcriptMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string().max(handoverLimits.textCharacters),
})

/** Messages of a conversation, the oldest first. */
export const transcriptSchema = z.array(transcriptMessageSchema).max(handoverLimits.messages)

/** Messages of a conversation. */
export type Transcript = z.infer<typeof transcriptSchema>

/** POST /api/handover/preview: the transcript as it would be sent. */
export const handoverPreviewRequestSchema = z.object({
  embed_id: omissibleIdSchema.optional(),
  transcript: transcriptSchema,
})

/** The answer of POST /api/handover/preview. */
export const handoverPreviewSchema = z.object({ transcript: transcriptSchema })

/**
 * POST /api/handover: a visitor asks for a person. Repeating a `request_id` returns the first answer again, so that a
 * retry sends nothing twice.
 */
export const handoverRequestSchema = z.object({
  request_id: z.uuid(),
  embed_id: omissibleIdSchema.optional(),
  /** The person has agreed to send what the form shows. */
  consent: z.literal(true),
  name: z.string().trim().max(handoverLimits.nameCharacters).default(''),
  email: z.union([z.literal(''), emailSchema]).default(''),
  message: z.string().trim().max(handoverLimits.messageCharacters).default(''),
  transcript: transcriptSchema,
  /** Id of the newest answer of the conversation, for the review. */
  answer_id: omissibleIdSchema.optional(),
})

/** The body of POST /api/handover. */
export type HandoverRequest = z.infer<typeof handoverRequestSchema>

/** The accepted request; `reference` is what the person quotes. */
export const handoverReceiptSchema = z.object({ reference: z.string(), open: z.boolean() })

/** State of a delivery. */
export const handoverStatusSchema = z.enum(['waiting', 'delivered', 'failed'])

/** A hand-over as the review shows it. */
export const handoverNoteSchema = z.object({
  reference: z.string(),
  status: handoverStatusSchema,
  at: timestampSchema,
})

/** A hand-over as the review shows it. */
export type HandoverNote = z.infer<typeof handoverNoteSchema>
