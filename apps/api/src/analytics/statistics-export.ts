import type { AccountExport } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { ownSite } from './analytics.events.ts'

type ExportedEvent = AccountExport['statistics'][number]

interface EventRow extends Record<string, unknown> {
  id: string
  conversation: string
  /** Milliseconds since 1970. */
  at: number
  role: ExportedEvent['role']
  widget_id: string
  address_masked: string
  latitude: number | null
  longitude: number | null
  country_code: string
  products: string[]
  authors: string[]
  subject: string | null
}

/** Conversations per query. */
const batch = 50

/** Messages of some conversations as the statistics hold them, conversation by conversation. */
export async function* exportStatistics(
  db: Db,
  conversationIds: readonly string[],
): AsyncGenerator<ExportedEvent> {
  for (let start = 0; start < conversationIds.length; start += batch) {
    for (const row of await readEvents(db, conversationIds.slice(start, start + batch))) yield toExport(row)
  }
}

// Visits lead to the days, owners and widgets of a conversation: the events have no index of conversations.
async function readEvents(db: Db, ids: readonly string[]): Promise<EventRow[]> {
  const values = sql.join(
    ids.map((id) => sql`(${id})`),
    sql`, `,
  )
  const { rows } = await db.execute<EventRow>(sql`
    select event.id, event.conversation, (extract(epoch from event.at) * 1000)::float8 as at, event.role,
      event.widget_id, event.address_masked, event.latitude, event.longitude, event.country_code, event.products,
      event.authors, event.subject
    from (
      select distinct visit.client_id, visit.widget_id, visit.day, visit.conversation
      from (values ${values}) as wanted (id)
      join analytics_visits as visit
        on (hashtext(visit.conversation) & 4095) = (hashtext(wanted.id) & 4095) and visit.conversation = wanted.id
    ) as visit
    join analytics_events as event on event.client_id = visit.client_id and event.widget_id = visit.widget_id
      and event.at >= visit.day::timestamp at time zone 'UTC'
      and event.at < (visit.day + 1)::timestamp at time zone 'UTC' and event.conversation = visit.conversation
    order by event.conversation, event.at, event.id
  `)
  return rows
}

function toExport({
  id,
  conversation,
  at,
  role,
  widget_id,
  address_masked,
  ...rest
}: EventRow): ExportedEvent {
  return {
    message_id: id,
    conversation_id: conversation,
    at: new Date(at).toISOString(),
    role,
    widget_id: widget_id === ownSite ? null : widget_id,
    network: address_masked,
    latitude: rest.latitude,
    longitude: rest.longitude,
    country_code: rest.country_code,
    products: rest.products,
    authors: rest.authors,
    subject: rest.subject,
  }
}
