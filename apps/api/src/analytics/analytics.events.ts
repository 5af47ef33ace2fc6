import { type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'

/** Stands for the site's own chat, which belongs to no client and is no widget. */
export const ownSite = '00000000-0000-0000-0000-000000000000'

/** One message, as the statistics keep it. */
export interface MessageEvent {
  /** The message's id: told twice, it counts once. */
  id: string
  at: Date
  /** Owner of the widget when the message comes, or {@link ownSite}. Statistics stay with this client. */
  clientId: string
  /** The widget, or {@link ownSite}. */
  widgetId: string
  /** Key that groups messages into a conversation. */
  conversation: string
  role: 'user' | 'assistant'
  /** See {@link CountedAddress}. */
  addressHash: string
  addressMasked: string
  /** Location of the address; null when unknown. */
  place: { latitude: number; longitude: number; countryCode: string } | null
  /** Names of the products that the answer offers, each once. */
  products: readonly string[]
  /** Names of the authors that the answer cites, each once. */
  authors: readonly string[]
  /** The topic of a question. */
  subject: string | null
  /** True for a sample event of a demonstration. @default false */
  isSample?: boolean
}

/**
 * Writes messages and adds them to every roll-up, all or nothing. A message that is there already, by its client, time
 * and id, changes nothing.
 */
export async function recordMessages(db: Db | Transaction, events: readonly MessageEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(
    (event) => sql`(
      ${event.clientId}::uuid, ${event.at.toISOString()}::timestamptz, ${event.id}::uuid, ${event.widgetId}::uuid,
      ${event.conversation}, ${event.role}, ${event.addressHash}, ${event.addressMasked},
      ${event.place?.latitude ?? null}::float8, ${event.place?.longitude ?? null}::float8,
      ${event.place?.countryCode ?? ''}, ${JSON.stringify(event.products)}, ${JSON.stringify(event.authors)},
      ${event.subject}, ${event.isSample ?? false}::boolean
    )`,
  )
  const columns = sql`client_id, at, id, widget_id, conversation, role, address_hash, address_masked, latitude,
    longitude, country_code, products, authors, subject, is_sample`
  await db.execute(
    countInto(sql`
      insert into analytics_events (${columns})
      select client_id, at, id, widget_id, conversation, role, address_hash, address_masked, latitude, longitude,
        country_code, array(select jsonb_array_elements_text(products::jsonb)),
        array(select jsonb_array_elements_text(authors::jsonb)), subject, is_sample
      from (values ${sql.join(rows, sql`, `)}) as event (${columns})
      on conflict do nothing
      returning ${counted}
    `),
  )
}

/** Columns of an event that the roll-ups read. */
export const counted = sql`client_id, widget_id, (at at time zone 'UTC')::date as day, conversation, role, address_hash,
  address_masked, round(latitude * 100)::int as latitude, round(longitude * 100)::int as longitude, country_code,
  products, authors, subject`

/** Every name that events count under: `client_id`, `widget_id`, `kind`, `day`, `name`. */
export function named(events: SQL): SQL {
  return sql`
    select client_id, widget_id, role as kind, day, '' as name from ${events}
    union all select client_id, widget_id, 'product', day, unnest(products) from ${events}
    union all select client_id, widget_id, 'author', day, unnest(authors) from ${events}
    union all select client_id, widget_id, 'subject', day, subject from ${events} where subject is not null
    union all select client_id, widget_id, 'country', day, country_code from (${placed(events)}) as placed
      where country_code <> ''
  `
}

/** The questions whose place is known. */
export function placed(events: SQL): SQL {
  return sql`
    select client_id, widget_id, day, latitude, longitude, country_code, address_masked from ${events}
    where role = 'user' and latitude is not null and longitude is not null
  `
}

/**
 * One statement that adds events to every roll-up, all or nothing.
 *
 * @param events a query that gives the columns of {@link counted}; it may write them
 */
export function countInto(events: SQL): SQL {
  // Each in the order of its key: two that add at once never wait for each other in a circle.
  return sql`
    with counted as (${events}),
    named as (${named(sql`counted`)}),
    placed as (${placed(sql`counted`)}),
    by_widget as (
      insert into analytics_daily as kept (client_id, widget_id, kind, day, name, n)
      select client_id, widget_id, kind, day, name, count(*) from named group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (client_id, widget_id, kind, day, name) do update set n = kept.n + excluded.n
    ),
    overall as (
      insert into analytics_daily_global as kept (kind, day, name, n)
      select kind, day, name, count(*) from named group by 1, 2, 3 order by 1, 2, 3
      on conflict (kind, day, name) do update set n = kept.n + excluded.n
    ),
    places_by_widget as (
      insert into analytics_places as kept
        (client_id, widget_id, day, latitude, longitude, country_code, address_masked, n)
      select client_id, widget_id, day, latitude, longitude, max(country_code), max(address_masked), count(*)
      from placed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (client_id, widget_id, day, latitude, longitude) do update set n = kept.n + excluded.n
    ),
    places_by_month as (
      insert into analytics_places_monthly as kept (month, latitude, longitude, upto)
      select month, latitude, longitude, array(
        select coalesce(sum(n) filter (where day < month + d), 0)::int
        from unnest(days, counts) as of_day (day, n), generate_series(1, 31) as d group by d order by d
      )
      from (
        select date_trunc('month', day)::date as month, latitude, longitude, array_agg(day) as days,
          array_agg(n) as counts
        from (select day, latitude, longitude, count(*) as n from placed group by 1, 2, 3) as by_day
        group by 1, 2, 3
      ) as by_month order by 1, 2, 3
      on conflict (month, latitude, longitude) do update set upto = array(
        select one + other from unnest(kept.upto, excluded.upto) with ordinality as both_of (one, other, d) order by d
      )
    ),
    cells as (
      insert into analytics_cells (latitude, longitude, country_code, address_masked)
      select latitude, longitude, max(country_code), max(address_masked) from placed group by 1, 2 order by 1, 2
      on conflict do nothing
    ),
    visits as (
      insert into analytics_visits (client_id, widget_id, day, conversation, address_hash, is_located)
      select client_id, widget_id, day, conversation, address_hash, bool_or(latitude is not null)
      from counted group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict do nothing
    )
    select count(*) from counted
  `
}
