import { safetyCategorySchema, type SafetyCounts } from '@org/api-client/contract'
import { and, desc, eq, gt, gte, isNull, lt, min, sql, sum } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { safetyCounts, safetySpikes } from '../db/schema/operators.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isSpike, longestMemoryHours } from './spike-alert.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A danger to count; never with a word of a person. */
export interface CountedDanger {
  category: string
  severity: string
}

/** An hour with far more dangers of a category than usual. */
export interface SafetySpike {
  category: string
  /** Dangers of the hour so far. */
  count: number
  /** Mean of the earlier hours, at most a week. */
  usual: number
  hour: Date
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)

/**
 * Counts a danger, for all instances together.
 *
 * @param onSpike runs in the transaction that stores the first spike of a category in an hour: once over all instances
 */
export async function countDanger(
  db: Db,
  { category, severity }: CountedDanger,
  now: Date,
  onSpike: (tx: Transaction, spike: SafetySpike) => Promise<void>,
): Promise<void> {
  const hour = hourOf(now)
  await db
    .insert(safetyCounts)
    .values({ category, severity, hour, count: 1 })
    .onConflictDoUpdate({
      target: [safetyCounts.category, safetyCounts.hour, safetyCounts.severity],
      set: { count: sql`${safetyCounts.count} + 1` },
    })
  const { count, usual } = await readHour(db, category, hour)
  if (!isSpike({ count, usual })) return
  await db.transaction(async (tx) => {
    const stored = await tx
      .insert(safetySpikes)
      .values({ category, hour, count, usual })
      .onConflictDoNothing()
      .returning({ id: safetySpikes.id })
    if (stored.length > 0) await onSpike(tx, { category, count, usual, hour })
  })
}

/** The dangers of an hour, and the mean of the hours before since the first danger, at most a week. */
async function readHour(db: Db, category: string, hour: Date): Promise<{ count: number; usual: number }> {
  const remembered = new Date(hour.getTime() - longestMemoryHours * hourMs)
  const ofCategory = eq(safetyCounts.category, category)
  const [[own], [before], [first]] = await Promise.all([
    db
      .select({ dangers: sum(safetyCounts.count) })
      .from(safetyCounts)
      .where(and(ofCategory, eq(safetyCounts.hour, hour))),
    db
      .select({ dangers: sum(safetyCounts.count) })
      .from(safetyCounts)
      .where(and(ofCategory, lt(safetyCounts.hour, hour), gte(safetyCounts.hour, remembered))),
    db
      .select({ hour: min(safetyCounts.hour) })
      .from(safetyCounts)
      .where(ofCategory),
  ])
  const since = Math.max(remembered.getTime(), (first?.hour ?? hour).getTime())
  const hours = (hour.getTime() - since) / hourMs
  return {
    count: Number(own?.dangers ?? 0),
    usual: hours === 0 ? 0 : Number(before?.dangers ?? 0) / hours,
  }
}

/** Returns whether a category had a spike within the 24 hours before an hour. */
export async function hadSpike(tx: Transaction, { category, hour }: SafetySpike): Promise<boolean> {
  const since = new Date(hour.getTime() - dayMs)
  const found = await tx.$count(
    safetySpikes,
    and(eq(safetySpikes.category, category), gt(safetySpikes.hour, since), lt(safetySpikes.hour, hour)),
  )
  return found > 0
}

/** Days for which a spike is listed. */
const spikeDays = 7
const mostSpikes = 50

/** Dangers by UTC day and category, and the newest spikes. */
export async function readCounts(db: Db, days: number, now: Date): Promise<SafetyCounts> {
  const today = Math.floor(now.getTime() / dayMs)
  const list = Array.from({ length: days }, (_, i) => toDay((today - days + 1 + i) * dayMs))
  const day = sql<string>`to_char(${safetyCounts.hour} at time zone 'UTC', 'YYYY-MM-DD')`
  const [rows, spikes] = await Promise.all([
    db
      .select({ category: safetyCounts.category, day, dangers: sum(safetyCounts.count) })
      .from(safetyCounts)
      .where(gte(safetyCounts.hour, new Date((today - days + 1) * dayMs)))
      .groupBy(safetyCounts.category, day),
    db
      .select({ spike: safetySpikes, seenBy: users.email })
      .from(safetySpikes)
      .leftJoin(users, eq(users.id, safetySpikes.seenBy))
      .where(gte(safetySpikes.hour, new Date(now.getTime() - spikeDays * dayMs)))
      .orderBy(desc(safetySpikes.id))
      .limit(mostSpikes),
  ])
  const counted = new Map(rows.map((row) => [`${row.category} ${row.day}`, Number(row.dangers)]))
  return {
    days: list,
    categories: safetyCategorySchema.options.map((category) => {
      const daily = list.map((of) => counted.get(`${category} ${of}`) ?? 0)
      return { category, daily, total: daily.reduce((total, count) => total + count, 0) }
    }),
    spikes: spikes.flatMap(({ spike, seenBy }) => {
      const category = safetyCategorySchema.safeParse(spike.category).data
      if (category === undefined) return []
      const { id, hour, count, usual, seenAt } = spike
      return {
        id: String(id),
        category,
        hour: hour.toISOString(),
        count,
        usual,
        seen_by: seenBy,
        seen_at: seenAt?.toISOString() ?? null,
      }
    }),
  }
}

/**
 * Marks a spike as seen; the first administrator who does is named.
 *
 * @throws {HttpError} 404 for an unknown id
 */
export async function markSpikeSeen(db: Db, id: string, { actorId, at }: Edit): Promise<void> {
  const number = /^\d{1,15}$/u.test(id) ? Number(id) : -1
  const found = await db.$count(safetySpikes, eq(safetySpikes.id, number))
  if (found === 0) throw notFound('Entry not found.')
  await db
    .update(safetySpikes)
    .set({ seenAt: at, seenBy: actorId })
    .where(and(eq(safetySpikes.id, number), isNull(safetySpikes.seenAt)))
}

/** Days for which counts and spikes are kept. */
const keptDays = 400

/** Deletes counts and spikes that are older than 400 days. */
export async function purgeSafetyCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await db.delete(safetyCounts).where(lt(safetyCounts.hour, before))
  await db.delete(safetySpikes).where(lt(safetySpikes.hour, before))
}
