import { z } from 'zod'
import { entitlementsSchema } from './operators/admin.ts'
import { billingStatusSchema } from './billing.ts'
import { shareSchema } from './chat/shares.ts'
import { conversationSchema, messageSchema } from './chat/conversations.ts'
import { idSchema, timestampSchema } from './primitives.ts'
import { memberRoleSchema, roleSchema } from './session.ts'
import { transcriptSchema } from './widgets/handover.ts'

/** One place where a person is signed in. `device` is what its browser calls itself. */
export const accountSessionSchema = z.object({
  id: idSchema,
  /** Inside a widget on another site, or on our own pages. */
  kind: z.enum(['site', 'widget']),
  device: z.string().nullable(),
  created_at: timestampSchema,
  /** To within an hour. */
  last_used_at: timestampSchema,
  expires_at: timestampSchema,
  /** True for the session that made this call. */
  current: z.boolean(),
})

/** One place where a person is signed in. */
export type AccountSession = z.infer<typeof accountSessionSchema>

/** GET /api/account/sessions: the person's own, the newest first. */
export const accountSessionsSchema = z.object({ items: z.array(accountSessionSchema) })

/** The answer of GET /api/account/sessions. */
export type AccountSessions = z.infer<typeof accountSessionsSchema>

/** GET /api/account/storage: bytes that the person's messages and images take, and the most that they may take. */
export const accountStorageSchema = z.object({
  used_bytes: z.number().int().min(0),
  limit_bytes: z.number().int().min(1),
})

/** The answer of GET /api/account/storage. */
export type AccountStorage = z.infer<typeof accountStorageSchema>

/** GET /api/account/export, a download: everything that is stored of one person. */
export const accountExportSchema = z.object({
  exported_at: timestampSchema,
  /** `verified_at` is the time at which the address was confirmed. */
  account: z.object({
    id: idSchema,
    email: z.string(),
    role: roleSchema,
    created_at: timestampSchema,
    verified_at: timestampSchema.nullable(),
  }),
  sessions: z.array(accountSessionSchema.omit({ current: true })),
  /** Browsers on which the account has signed in, by the times of their first and last sign-in. */
  known_devices: z.array(z.object({ created_at: timestampSchema, last_used_at: timestampSchema })),
  /** Share links of conversations that have not expired. */
  shares: z.array(shareSchema),
  billing: billingStatusSchema,
  /** Limits set by an administrator; an empty list sets no limit. Prompts are the site's, not theirs. */
  entitlements: entitlementsSchema.omit({ system_prompts: true }),
  /** The sign-ups with the person's address in widgets. */
  widget_signups: z.array(z.object({ created_at: timestampSchema, embed_id: z.string().nullable() })),
  contact_messages: z.array(
    z.object({ name: z.string(), email: z.string(), message: z.string(), created_at: timestampSchema }),
  ),
  /** The id by which a site has identified the person; null for an account that signs in by itself. */
  visitor: z
    .object({ user_id: z.string(), created_at: timestampSchema, last_seen_at: timestampSchema })
    .nullable(),
  /** Organisations that the person is a member of. */
  memberships: z.array(
    z.object({ id: idSchema, name: z.string(), role: memberRoleSchema, since: timestampSchema }),
  ),
  /** Requests for a person that the account made in chats. */
  handovers: z.array(
    z.object({
      reference: z.string(),
      name: z.string(),
      email: z.string(),
      message: z.string(),
      transcript: transcriptSchema,
      created_at: timestampSchema,
    }),
  ),
  /** Changes that the person made as an administrator. */
  administration: z.array(
    z.object({ at: timestampSchema, action: z.string(), kind: z.string(), subject: z.string() }),
  ),
  /** Security events of the account: equal ones of one hour are one entry. */
  security_events: z.array(
    z.object({
      at: timestampSchema,
      action: z.string(),
      outcome: z.enum(['success', 'failure']).nullable(),
      count: z.number().int().min(1),
    }),
  ),
  /** Widgets of which the person is the owner. */
  widgets: z.array(z.object({ id: idSchema, name: z.string(), created_at: timestampSchema })),
  /** Sources that the person opened and products that they clicked in answers. */
  opened_sources: z.array(
    z.object({
      message_id: idSchema,
      at: timestampSchema,
      /** Addresses of opened sources. */
      sources: z.array(z.string()),
      /** Names of clicked products. */
      products: z.array(z.string()),
    }),
  ),
  /** Oldest first, and so are their messages. The images of a message are in it as base64 `data`. */
  conversations: z.array(
    conversationSchema.extend({
      messages: z.array(messageSchema.extend({ feedback_reason: z.string().nullable() })),
    }),
  ),
  /**
   * Messages of the person's conversations as the statistics hold them. `network` is the visitor's, shortened to /24 or
   * /48; `widget_id` is `null` for the site's own chat.
   */
  statistics: z.array(
    z.object({
      message_id: idSchema,
      conversation_id: idSchema,
      at: timestampSchema,
      role: z.enum(['user', 'assistant']),
      widget_id: idSchema.nullable(),
      network: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      country_code: z.string(),
      products: z.array(z.string()),
      authors: z.array(z.string()),
      subject: z.string().nullable(),
    }),
  ),
})

/** The answer of GET /api/account/export. */
export type AccountExport = z.infer<typeof accountExportSchema>

/** POST /api/account/delete: the account goes at once, with everything of it. */
export const accountDeleteRequestSchema = z.object({ password: z.string().min(1).max(1024) })

/** The body of POST /api/account/delete. */
export type AccountDeleteRequest = z.infer<typeof accountDeleteRequestSchema>
