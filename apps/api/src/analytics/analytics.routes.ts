import {
  type ClientStats,
  type GeoStats,
  type ProductStats,
  type StatsQuery,
  type StatsRange,
  type SubjectStats,
  routes,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import type { Db } from '../db/database.ts'
import type { Language } from '../languages/say.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { type OwnedWidgets, type Scope, type Source, withSource } from './analytics.source.ts'
import {
  type Visitors,
  dailyMessages,
  estimateVisitors,
  placesOf,
  seriesOf,
  topOf,
  visitorsOf,
} from './analytics.store.ts'
import { type DayRange, dayRange } from './days.ts'
import { listClients, listWidgets } from './widgets.store.ts'

/** Dependencies of the statistics calls. */
export interface AnalyticsServices {
  db: Db
  now: () => Date
}

/** Serves the dashboards: an admin sees everything, a client their widgets from the time when they owned them. */
export function mountAnalytics(app: Hono<AppEnv>, { db, now }: AnalyticsServices): void {
  serve(app, routes.productStats, async (_c, { query, user }) => {
    const view = await viewOf(db, user, query, now())
    return withSource(db, view, (reader, source) => productStats(reader, source, view.range))
  })

  serve(app, routes.subjectStats, async (_c, { query, user }) => {
    const view = await viewOf(db, user, query, now())
    return withSource(db, view, (reader, source) => subjectStats(reader, source, view.range))
  })

  serve(app, routes.geoStats, async (c, { query, user }) => {
    const view = await viewOf(db, user, query, now())
    return withSource(db, view, async (reader, source) =>
      geoStats(
        reader,
        source,
        view.range,
        await countVisitors(reader, source, view.range, user),
        readerLanguage(c),
      ),
    )
  })

  serve(app, routes.clientWidgets, async (_c, { query, user }) => ({
    widgets: await listWidgets(db, ownerOf(user, query.client_id)),
  }))

  serve(app, routes.adminClients, async () => ({ clients: await listClients(db) }))

  serve(app, routes.clientStats, async (c, { query, user }) => {
    const { scope, range } = await chooseView(db, user, query, now())
    return withSource(db, { scope, filter: query, range }, async (reader, source) => {
      // One after the other: a filtered source belongs to one connection.
      const { visitors, ...summary } = await summarise(reader, source, { scope, range, user })
      const prod = await productStats(reader, source, range)
      const subs = await subjectStats(reader, source, range)
      const geo = await geoStats(reader, source, range, visitors, readerLanguage(c))
      return { ...summary, prod, subs, geo }
    })
  })
}

/** Messages and visitors of a client's widgets, or for an administrator of all: the part of the dashboard without places. */
export async function readSummary(
  db: Db,
  user: SessionUser,
  query: StatsRange & { widgets?: string | undefined },
  now: Date,
): Promise<Pick<ClientStats, 'summary' | 'messages'>> {
  const { scope, range } = await chooseView(db, user, query, now)
  return withSource(db, { scope, filter: {}, range }, async (reader, source) => {
    const { summary, messages } = await summarise(reader, source, { scope, range, user })
    return { summary, messages }
  })
}

async function chooseView(
  db: Db,
  user: SessionUser,
  query: StatsRange & { widgets?: string | undefined; client_id?: string | undefined },
  now: Date,
) {
  const owner = ownerOf(user, query.client_id)
  const owned = await listWidgets(db, owner)
  const widgets = chosenWidgets(
    owned.map(({ id }) => id),
    query.widgets,
  )
  return { scope: { clientId: owner ?? null, widgets }, range: dayRange(query, now) }
}

async function summarise(
  reader: Db,
  source: Source,
  { scope, range, user }: { scope: OwnedWidgets; range: DayRange; user: SessionUser },
) {
  const messages = await dailyMessages(reader, source, range)
  const visitors = await countVisitors(reader, source, range, user)
  const [user_messages, total_messages] = [sum(messages.user), sum(messages.total)]
  return {
    visitors,
    summary: {
      unique_conversations: visitors.conversations,
      unique_ips: visitors.addresses,
      is_approximate: visitors.isApproximate,
      user_messages,
      assistant_messages: total_messages - user_messages,
      total_messages,
      widget_ids: [...scope.widgets],
    },
    messages: { days: range.days, ...messages },
  }
}

async function viewOf(db: Db, user: SessionUser, query: StatsQuery, now: Date) {
  return { scope: await scopeOf(db, user), filter: query, range: dayRange(query, now) }
}

async function scopeOf(db: Db, user: SessionUser): Promise<Scope> {
  const clientId = clientOf(user)
  if (clientId === null) return 'everything'
  return { clientId, widgets: (await listWidgets(db, clientId)).map(({ id }) => id) }
}

/**
 * Returns the owner of the requested widgets: a client's own id, or for an admin the named client, else all.
 *
 * @throws {HttpError} 403 when a client names another one
 */
export function ownerOf(user: SessionUser, clientId: string | undefined): string | undefined {
  const own = clientOf(user)
  if (own === null) return clientId
  if (clientId !== undefined && clientId !== own) {
    throw new HttpError('forbidden', 'These are not your widgets.')
  }
  return own
}

/** Those of the owned widgets that a comma list names, all without one. Others are passed over. */
export function chosenWidgets(owned: readonly string[], list: string | undefined): string[] {
  if (list === undefined) return [...owned]
  const named = new Set(list.split(',').map((id) => id.trim().toLowerCase()))
  return owned.filter((id) => isUuid(id) && named.has(id))
}

/** More messages than this are not counted through for an admin: a part of them stands for all. */
const countedThrough = 200_000

/** A client's visitors are exact, whatever that costs; an admin's may be estimated, within 2 %. */
async function countVisitors(
  db: Db,
  source: Source,
  range: DayRange,
  { role }: SessionUser,
): Promise<Visitors & { isApproximate: boolean }> {
  if (role === 'admin') {
    const messages = sum((await dailyMessages(db, source, range)).total)
    if (messages > countedThrough) {
      const visitors = await estimateVisitors(db, source, range, countedThrough / messages)
      return { ...visitors, isApproximate: true }
    }
  }
  return { ...(await visitorsOf(db, source, range)), isApproximate: false }
}

async function productStats(db: Db, source: Source, range: DayRange): Promise<ProductStats> {
  const messages = await dailyMessages(db, source, range)
  const products = await topOf(db, source, 'product', range)
  const authors = await topOf(db, source, 'author', range)
  return {
    total_events: sum(messages.total),
    top_products: products.top,
    top_authors: authors.top,
    days: range.days,
    daily_total: messages.total,
    per_product_series: await seriesOf(db, source, 'product', products.top, range),
  }
}

async function subjectStats(db: Db, source: Source, range: DayRange): Promise<SubjectStats> {
  const { top, total } = await topOf(db, source, 'subject', range)
  return {
    total_classified: total,
    top_subjects: top,
    days: range.days,
    per_subject_series: await seriesOf(db, source, 'subject', top, range),
  }
}

async function geoStats(
  db: Db,
  source: Source,
  range: DayRange,
  { addresses, resolved, isApproximate }: Visitors & { isApproximate: boolean },
  language: Language,
): Promise<GeoStats> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  const { places, countries } = await placesOf(db, source, range)
  return {
    countries: countries.map(({ code, count }) => ({ code, name: countryName(names, code), count })),
    points: places.map(({ latitude, longitude, count, countryCode, addressMasked }) => ({
      latitude,
      longitude,
      count,
      country_code: countryCode,
      country: countryName(names, countryCode),
      ip: addressMasked,
    })),
    resolved_ips: resolved,
    unique_ips: addresses,
    unresolved_ips: addresses - resolved,
    is_approximate: isApproximate,
  }
}

function countryName(names: Intl.DisplayNames, code: string): string {
  return /^[A-Z]{2}$/u.test(code) ? (names.of(code) ?? code) : ''
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
