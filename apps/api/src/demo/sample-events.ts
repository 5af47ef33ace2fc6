import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type MessageEvent, ownSite, recordMessages } from '../analytics/analytics.events.ts'
import { countAddress } from '../analytics/addresses.ts'
import { dayRange } from '../analytics/days.ts'
import { classify } from '../analytics/subjects.ts'
import type { Db } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { articles, products } from '../db/schema/knowledge.ts'

/** Locations of the sample visitors, with their relative weights. */
const places = [
  { latitude: 40.71, longitude: -74.01, countryCode: 'US', weight: 9 },
  { latitude: 34.05, longitude: -118.24, countryCode: 'US', weight: 7 },
  { latitude: 41.88, longitude: -87.63, countryCode: 'US', weight: 5 },
  { latitude: 43.65, longitude: -79.38, countryCode: 'CA', weight: 4 },
  { latitude: 51.51, longitude: -0.13, countryCode: 'GB', weight: 6 },
  { latitude: 52.52, longitude: 13.4, countryCode: 'DE', weight: 4 },
  { latitude: 48.86, longitude: 2.35, countryCode: 'FR', weight: 3 },
  { latitude: 47.38, longitude: 8.54, countryCode: 'CH', weight: 2 },
  { latitude: -33.87, longitude: 151.21, countryCode: 'AU', weight: 3 },
  { latitude: 35.68, longitude: 139.69, countryCode: 'JP', weight: 2 },
  { latitude: -23.55, longitude: -46.63, countryCode: 'BR', weight: 2 },
  { latitude: 28.61, longitude: 77.21, countryCode: 'IN', weight: 3 },
]

const questions = [
  'What helps me fall asleep?',
  'How much magnesium do I need?',
  'Which sunscreen should I use?',
  'How many steps should I walk a day?',
  'Do probiotics help with bloating?',
  'How do I deal with stress at work?',
  'Is there a healthy amount of salt?',
  'Which vitamins help in winter?',
  'How do I lose weight for good?',
  'What lowers blood pressure?',
  'Where is my parcel?',
]

/**
 * Fills the last 30 days with messages of made-up visitors, marked as samples, at addresses that the internet keeps for
 * documentation (RFC 5737). Days that have samples already are left alone, so that the same server has them once.
 */
export async function addSampleEvents(db: Db, now: Date): Promise<number> {
  const { days, from } = dayRange({}, now)
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from analytics_events
    where is_sample and at >= ${from}::date::timestamp at time zone 'UTC'
  `)
  const known = new Set(rows.map(({ day }) => day))
  const missing = days.filter((day) => !known.has(day))
  if (missing.length === 0) return 0
  const [widgets, productNames, authorNames] = await Promise.all([
    db.select({ id: configurators.id, clientId: configurators.clientOwner }).from(configurators),
    names(db.selectDistinct({ name: products.name }).from(products).orderBy(products.name)),
    names(db.selectDistinct({ name: articles.author }).from(articles).orderBy(articles.author)),
  ])
  const owners = [
    { widgetId: ownSite, clientId: ownSite },
    ...widgets.map(({ id, clientId }) => ({ widgetId: id, clientId: clientId ?? ownSite })),
  ]
  let written = 0
  for (const day of missing) {
    const events = eventsOf(day, now, { owners, products: productNames, authors: authorNames })
    await recordMessages(db, events)
    written += events.length
  }
  return written
}

interface Material {
  owners: readonly { widgetId: string; clientId: string }[]
  products: readonly string[]
  authors: readonly string[]
}

/** The turns of one day: more from week to week, fewer at its end. Nothing lies in the future. */
function eventsOf(
  day: string,
  now: Date,
  { owners, products: productNames, authors }: Material,
): MessageEvent[] {
  const random = randomOf(day)
  const start = Date.parse(day)
  const weekday = new Date(start).getUTCDay()
  const growth = (start / 86_400_000) % 30
  const turns = Math.round((weekday === 0 || weekday === 6 ? 14 : 24) + growth / 3 + random() * 8)
  return Array.from({ length: turns }, (_, turn) => {
    const visitor = Math.floor(random() * 90)
    const { hash, masked } = countAddress(`203.0.113.${visitor}`, 'sample')
    const place = visitor % 8 === 7 ? null : pickPlace(visitor)
    const owner = pick(owners, random() ** 1.4)
    const question = pick(questions, random() ** 1.3)
    const at = new Date(start + Math.floor(random() * 86_390_000))
    const common = {
      ...owner,
      conversation: `sample ${day} ${visitor}`,
      addressHash: hash,
      addressMasked: masked,
      place,
      isSample: true,
    }
    const asked: MessageEvent = {
      ...common,
      id: idOf(`${day} ${turn} user`),
      at,
      role: 'user',
      products: [],
      authors: [],
      subject: classify(question),
    }
    const answered: MessageEvent = {
      ...common,
      id: idOf(`${day} ${turn} assistant`),
      at: new Date(at.getTime() + 4000),
      role: 'assistant',
      products: random() < 0.45 && productNames.length > 0 ? [pick(productNames, random() ** 2)] : [],
      authors:
        authors.length > 0 ? [...new Set([pick(authors, random() ** 1.6), pick(authors, random())])] : [],
      subject: null,
    }
    return [asked, answered]
  })
    .flat()
    .filter(({ at }) => at <= now)
}

function pickPlace(visitor: number): MessageEvent['place'] {
  const all = places.flatMap(({ weight, ...place }) => Array<typeof place>(weight).fill(place))
  return all[(visitor * 7) % all.length] ?? null
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], share: number): Item {
  const item = items[Math.floor(share * items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from.')
  return item
}

async function names(query: PromiseLike<{ name: string }[]>): Promise<string[]> {
  return (await query).map(({ name }) => name)
}

/** The same id for the same words: a sample that is made twice is one. */
function idOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
