import { z } from 'zod'
import { appearanceSaveSchema, appearanceSchema } from '../appearance.ts'
import { answerOutcomeSchema } from '../chat/chat-events.ts'
import { clientEditSchema } from './client-edits.ts'
import { emailSchema, idSchema, timestampSchema } from '../primitives.ts'
import { widgetThemeSchema } from '../configurators.ts'

const count = z.number().int().min(0)

/** GET /api/client/room: a client's own widgets, and the steps that are done. */
export const clientRoomSchema = z.object({
  widgets: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      title: z.string(),
      active: z.boolean(),
      theme: widgetThemeSchema,
      appearance: appearanceSchema,
      version: z.number().int().positive(),
      /** Parts of the appearance that the client may change. */
      client_edits: z.array(clientEditSchema),
      /** Sites on which the widget was opened, the latest first. */
      sightings: z.array(z.object({ origin: z.string(), seen_at: timestampSchema })),
    }),
  ),
  /** Ticked by facts, never by hand. A step stays done when its fact is gone, for example after its retention period. */
  checklist: z.object({
    /** A widget has a look of its own. */
    look: z.boolean(),
    /** The client has content of its own. */
    content: z.boolean(),
    /** A widget was opened on a site. */
    install: z.boolean(),
    /** A visitor has asked in a widget. */
    question: z.boolean(),
  }),
})

/** A client's own widgets, and the steps that are done. */
export type ClientRoom = z.infer<typeof clientRoomSchema>

/** An answer in a client's widgets. Texts are redacted, and null when they are not stored. */
const activityItemSchema = z.object({
  id: idSchema,
  at: timestampSchema,
  question: z.string().nullable(),
  /** The beginning of the answer, without marks of Markdown. */
  answer: z.string().nullable(),
  outcome: answerOutcomeSchema.nullable(),
  /** Reason given with a rating. */
  reason: z.string().nullable(),
  /** Name of the widget; null for one that was deleted. */
  widget: z.string().nullable(),
})

/** GET /api/client/activity: the newest records of answers in a client's widgets, as long as they are stored. */
export const clientActivitySchema = z.object({
  /** Days that ratings and clicks are counted over. */
  days: count,
  uncovered: z.array(activityItemSchema),
  ratings: z.object({ up: count, down: count, newest: z.array(activityItemSchema) }),
  products: z.array(z.object({ name: z.string(), clicks: count })),
  conversations: z.array(activityItemSchema),
  keeps_text: z.boolean(),
})

/** The newest records of answers in a client's widgets. */
export type ClientActivity = z.infer<typeof clientActivitySchema>

const { accent, logo, avatar, welcome, starters, label } = appearanceSaveSchema.shape

/** PUT /api/client/widgets/{id}/appearance: parts that are left out stay. */
export const clientAppearanceSchema = z.object({
  version: z.number().int().positive(),
  accent: accent.unwrap().optional(),
  logo: logo.unwrap().optional(),
  avatar: avatar.unwrap().optional(),
  welcome: welcome.unwrap().optional(),
  starters: starters.unwrap().optional(),
  label: label.unwrap().optional(),
})

/** An invitation of a client. */
export const clientInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  status: z.enum(['open', 'expired', 'accepted']),
  sent_at: timestampSchema,
  expires_at: timestampSchema,
  /** E-mails that may still be sent. */
  sends_left: count,
})

/** An invitation of a client. */
export type ClientInvitation = z.infer<typeof clientInvitationSchema>

/** GET /api/admin/invitations: the oldest first. */
export const clientInvitationsSchema = z.object({ items: z.array(clientInvitationSchema) })

/** POST /api/admin/invitations */
export const inviteClientSchema = z.object({ email: emailSchema })
