import { z } from 'zod'
import { idSchema, timestampSchema } from './primitives.ts'

/** GET /api/site: what every page may know of how this server is set up. */
export const siteSchema = z.object({
  /** Hosts, with their port where it is not the usual one, from which pictures in answers may load. */
  image_hosts: z.array(z.string()),
  /** URL of a demonstration's outbox; null when emails are sent by SMTP. */
  outbox_url: z.string().nullable(),
  /** Address of the MapLibre style of the dashboards' map; null for the world that the site brings. */
  map_style_url: z.string().nullable(),
  /** True where a person can take over conversations of the site's own chat. */
  handover: z.boolean(),
})

/** The answer of GET /api/site. */
export type Site = z.infer<typeof siteSchema>

/** GET /api/demo/outbox, on a demonstration alone: the newest e-mails first. */
export const demoOutboxSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      recipient: z.string(),
      subject: z.string(),
      body: z.string(),
      created_at: timestampSchema,
    }),
  ),
})

/** The answer of GET /api/demo/outbox. */
export type DemoOutbox = z.infer<typeof demoOutboxSchema>
