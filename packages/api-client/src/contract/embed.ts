import { z } from 'zod'
import { appearanceSchema } from './appearance.ts'
import { widgetThemeSchema } from './configurators.ts'
import { idSchema } from './primitives.ts'
import { visitorIdentitySchema } from './widgets/visitors.ts'

/** The query of GET /api/embed/lists. */
export const embedListsQuerySchema = z.object({ embed_id: idSchema })

/** The query of GET /api/embed/lists. */
export type EmbedListsQuery = z.infer<typeof embedListsQuerySchema>

/** GET /api/embed/lists: what a widget may know of its configuration. */
export const embedListsSchema = z.object({
  config: z.object({
    title: z.string(),
    theme: widgetThemeSchema,
    conversations: z.enum(['multi', 'single']),
    allow_attachments: z.boolean(),
    sidebar_collapsed: z.boolean(),
    compose_placeholder: z.string(),
    require_disclaimer: z.boolean(),
    disclaimer_url: z.string(),
    affiliate_code: z.string().nullable(),
    position: z.string(),
    /** True where a person can take over conversations. */
    handover: z.boolean(),
    appearance: appearanceSchema,
  }),
  authors: z.array(z.object({ name: z.string() })),
  tools: z.array(z.object({ name: z.string() })),
})

/** The answer of GET /api/embed/lists. */
export type EmbedLists = z.infer<typeof embedListsSchema>

/**
 * POST /api/embed/session. `origin` is the origin of the page that frames the widget, as the handshake saw it;
 * `ancestors` are the origins of the documents around that page, the nearest first, where the browser exposes them.
 * `null` stands for an opaque origin.
 */
export const embedSessionRequestSchema = z.object({
  cfg: idSchema,
  origin: z.string().max(300),
  ancestors: z.array(z.string().max(300)).max(50).optional(),
  /** The visitor whom the page has identified. An absent one is a guest, also where the token before was not. */
  user: visitorIdentitySchema.optional(),
  /** True for a guest whatever cookies the browser has: the page has named a visitor whose identity was refused. */
  guest: z.boolean().optional(),
})

/** The body of POST /api/embed/session. */
export type EmbedSessionRequest = z.infer<typeof embedSessionRequestSchema>

/** The token that a question in this widget needs; `expires_in` is its lifetime in seconds. */
export const embedSessionSchema = z.object({ token: z.string(), expires_in: z.number().int().positive() })

/** The answer of POST /api/embed/session. */
export type EmbedSession = z.infer<typeof embedSessionSchema>

/** The query of POST /embed/login and /embed/signup: the widget's id. */
export const embedAuthQuerySchema = z.object({ cfg: z.string().max(200).optional() })

/** The query of POST /embed/login and /embed/signup. */
export type EmbedAuthQuery = z.infer<typeof embedAuthQuerySchema>

/** The form of POST /embed/login and /embed/signup; `redirect` is `/embed` or `/embed/{cfg}`. */
export const embedAuthFormSchema = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
  redirect: z.string().max(300).optional(),
})

/** The form of POST /embed/login and /embed/signup. */
export type EmbedAuthForm = z.infer<typeof embedAuthFormSchema>
