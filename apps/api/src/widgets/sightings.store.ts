import type { ConfiguratorSightings } from '@org/api-client/contract'
import { and, desc, eq, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { widgetSightings, widgetSignups } from '../db/schema/embed.ts'
import { countWithinHour } from '../limits/attempts.store.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { type EventSender, noEvents, toEventWidget } from '../webhooks/events/event-sender.ts'
import { toOrigin } from './allowed-origins.ts'

/** A widget, seen on a site. */
export interface Sighting {
  /** The widget, with its owner. */
  widget: { id: string; name: string; clientOwner: string | null }
  origin: string
  seenAt: Date
  /** Address of the visitor, as limits count it. */
  address: string
}

const hourMs = 3_600_000

// A widget that every site may frame must not fill the table.
const maxOrigins = 100

/** Sites that one address may add to a widget's list in an hour: more than a person visits, too few to fill it. */
const newOriginsPerHour = 10

/**
 * Stores where a widget stands under its owner: at most once an hour for a site, the latest hundred sites, and ten new
 * ones of an address in an hour.
 */
export async function rememberSighting(
  db: Db,
  sighting: Sighting,
  events: EventSender = noEvents,
): Promise<void> {
  const { widget, origin, seenAt, address } = sighting
  // Visitors may send any text: only what a browser writes for an origin is shown to people.
  if (toOrigin(origin) !== origin) return
  const own = sightingsOf(widget)
  const known = and(own, eq(widgetSightings.origin, origin))
  const [found] = await db.select({ seenAt: widgetSightings.seenAt }).from(widgetSightings).where(known)
  if (found !== undefined) {
    const stale = new Date(seenAt.getTime() - hourMs)
    await db
      .update(widgetSightings)
      .set({ seenAt })
      .where(and(known, lt(widgetSightings.seenAt, stale)))
    return
  }
  const budget = { name: 'sightings', limit: newOriginsPerHour, subject: `${widget.id} ${address}` }
  if ((await countWithinHour(db, budget, seenAt)) === 0) return
  await addSighting(db, sighting, events)
  const newest = db
    .select({ origin: widgetSightings.origin })
    .from(widgetSightings)
    .where(own)
    .orderBy(desc(widgetSightings.seenAt), desc(widgetSightings.origin))
    .limit(maxOrigins)
  await db.delete(widgetSightings).where(and(own, notInArray(widgetSightings.origin, newest)))
}

/** Sites of a widget under its owner. */
function sightingsOf({ id, clientOwner }: Sighting['widget']): SQL | undefined {
  const { clientId, embedId } = widgetSightings
  return and(clientOwner === null ? isNull(clientId) : eq(clientId, clientOwner), eq(embedId, id))
}

/** Adds a new site of a widget, with its event. */
async function addSighting(db: Db, { widget, origin, seenAt }: Sighting, events: EventSender): Promise<void> {
  await events.prepare()
  await db.transaction(async (tx) => {
    const { length } = await tx
      .insert(widgetSightings)
      .values({ clientId: widget.clientOwner, embedId: widget.id, origin, seenAt })
      .onConflictDoNothing()
      .returning({ origin: widgetSightings.origin })
    if (length === 0) return
    const data = { widget: toEventWidget(widget), origin }
    await events.record(tx, { type: 'widget.installed', clientId: widget.clientOwner, data, at: seenAt })
  })
  events.wake()
}

/** Lists the origins that a widget was seen on under all its owners, latest first; times lag by at most an hour. */
export async function listSightings(db: Db, embedId: string): Promise<ConfiguratorSightings['items']> {
  if (!isUuid(embedId)) return []
  const seenAt = sql<Date>`max(${widgetSightings.seenAt})`.mapWith(widgetSightings.seenAt)
  const rows = await db
    .select({ origin: widgetSightings.origin, seenAt })
    .from(widgetSightings)
    .where(eq(widgetSightings.embedId, embedId))
    .groupBy(widgetSightings.origin)
    .orderBy(desc(seenAt))
  return rows.map(({ origin, seenAt }) => ({ origin, seen_at: seenAt.toISOString() }))
}

/** Notes an account that was asked for inside a widget: the admin's list of sign-ups. */
export async function rememberSignup(
  db: Db,
  signup: { email: string; embedId: string | null; at: Date },
): Promise<void> {
  await db
    .insert(widgetSignups)
    .values({ id: newId(), email: signup.email, embedId: signup.embedId, createdAt: signup.at })
}
