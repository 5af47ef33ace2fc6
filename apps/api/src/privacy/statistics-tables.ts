import { type SQL, sql } from 'drizzle-orm'
import { purgeAddressKeys } from '../analytics/address-keys.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { maintainPartitions, purgeVisits } from '../analytics/analytics.partitions.ts'
import { purgeSafetyCounts } from '../safety/safety-counts.store.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'
import { inOrder } from './in-parts.ts'

const keyed = { withheld: 'a keyed digest: nobody can read it, and its key is deleted after each period' }
const retention = 'ANALYTICS_RETENTION_DAYS, in whole months'
const widgetOwner = { withheld: 'the account that owns the widget; its widgets are exported' }

/** Types of the columns by which rows are moved in order. */
const types: Record<string, string> = {
  widget_id: 'uuid',
  day: 'date',
  latitude: 'integer',
  longitude: 'integer',
}

const own = (organisationId: string) => sql`client_id = ${organisationId}::uuid`

/** Rows of an erased client stay as those of no owner, of whom there may be rows with the same key. */
function disown({ table, key, values, merge }: Disowned): TablePolicy['erasure'] {
  const columns = sql.raw(`${key}, ${values}`)
  const name = sql.raw(table)
  const move = (some: SQL) => sql`
    with gone as (delete from ${name} where ${some} returning *)
    insert into ${name} as kept (client_id, ${columns}) select ${ownSite}::uuid, ${columns} from gone
    on conflict (client_id, ${sql.raw(key)}) do ${sql.raw(merge)}`
  return {
    kind: 'run',
    // One organisation after the other: rows of two may have the same key.
    erase: async (tx, { organisationIds }) => {
      for (const id of organisationIds) await tx.execute(move(own(id)))
    },
    eraseBefore: async (db, { organisationIds }) => {
      for (const id of organisationIds) {
        await inOrder(
          db,
          {
            table: name,
            where: own(id),
            key: key.split(', ').map((column) => [column, types[column] ?? 'text'] as const),
          },
          move,
        )
      }
    },
  }
}

interface Disowned {
  table: string
  /** Columns of the key after the client. */
  key: string
  /** Columns after the key. */
  values: string
  /** Assignments to a row that has the same key. */
  merge: string
}

/** Counts that say whose widget they are about. */
function ofOwner({ table, key, values }: Omit<Disowned, 'merge'>): TablePolicy {
  const columns = `${key}, ${values}`.replaceAll(',', '')
  const policy = aggregate(table, columns)
  return {
    ...policy,
    columns: { client_id: widgetOwner, ...policy.columns },
    owner: [{ clientId: 'client_id' }],
    erasure: disown({ table, key, values, merge: 'update set n = kept.n + excluded.n' }),
  }
}

const aggregate = (table: string, columns: string): TablePolicy => ({
  table,
  purpose: 'statistics of messages',
  columns: Object.fromEntries(columns.split(' ').map((column) => [column, 'none'])),
  owner: [],
  retention: { rule: 'for good: counts that identify nobody' },
  erasure: { kind: 'none', reason: 'counts without conversations and addresses' },
})

/** Statistics of messages. A trigger on `conversations` anonymises the rows of a deleted conversation. */
export const statisticsTables: readonly TablePolicy[] = [
  {
    table: 'analytics_events',
    purpose: 'statistics of messages',
    columns: {
      client_id: widgetOwner,
      at: 'exported',
      id: 'exported',
      widget_id: 'exported',
      conversation: 'exported',
      role: 'exported',
      address_hash: keyed,
      address_masked: 'exported',
      latitude: 'exported',
      longitude: 'exported',
      country_code: 'exported',
      products: 'exported',
      authors: 'exported',
      subject: 'exported',
      is_sample: 'none',
    },
    owner: [{ conversationId: 'conversation' }],
    retention: { rule: retention, purge: maintainPartitions },
    // The trigger anonymises the person's own messages. Those of visitors to the person's widgets lose the owner's id.
    erasure: {
      kind: 'run',
      erase: (tx, subject) => tx.execute(disownEvents(inOrganisations('client_id', subject))),
      eraseBefore: async (db, { organisationIds }) => {
        for (const id of organisationIds) {
          await inOrder(
            db,
            {
              table: sql`analytics_events`,
              where: own(id),
              key: [
                ['at', 'timestamptz'],
                ['id', 'uuid'],
              ],
            },
            disownEvents,
          )
        }
      },
    },
  },
  {
    table: 'analytics_visits',
    purpose: 'distinct counts of conversations and addresses',
    columns: {
      client_id: widgetOwner,
      widget_id: 'none',
      day: 'none',
      conversation: { withheld: 'the same as in analytics_events' },
      address_hash: keyed,
      is_located: 'none',
    },
    owner: [{ conversationId: 'conversation' }],
    retention: { rule: retention, purge: purgeVisits },
    // As in analytics_events.
    erasure: disown({
      table: 'analytics_visits',
      key: 'widget_id, day, conversation, address_hash',
      values: 'is_located',
      merge: 'nothing',
    }),
  },
  {
    table: 'analytics_keys',
    purpose: 'keys of the visitors’ addresses, one a period',
    columns: { id: 'none', secret: 'none', mixed_with: 'none' },
    owner: [],
    retention: { rule: 'until the period ends (ANALYTICS_KEY_ROTATION)', purge: purgeAddressKeys },
    erasure: { kind: 'none', reason: 'no personal data' },
  },
  ofOwner({ table: 'analytics_daily', key: 'widget_id, kind, day, name', values: 'n' }),
  aggregate('analytics_daily_global', 'kind day name n'),
  // A network of 256 IPv4 addresses or a /48, one of those that asked from a place of about a kilometre.
  ofOwner({
    table: 'analytics_places',
    key: 'widget_id, day, latitude, longitude',
    values: 'country_code, address_masked, n',
  }),
  aggregate('analytics_places_global', 'day latitude longitude n'),
  aggregate('analytics_places_weekly', 'week latitude longitude n'),
  aggregate('analytics_places_monthly', 'month latitude longitude upto'),
  aggregate('analytics_cells', 'latitude longitude country_code address_masked'),
  {
    table: 'safety_counts',
    purpose: 'counts of dangers by category and hour',
    columns: { category: 'none', hour: 'none', severity: 'none', count: 'none' },
    owner: [],
    retention: { rule: '400 days', purge: purgeSafetyCounts },
    erasure: { kind: 'none', reason: 'counts that identify nobody' },
  },
  {
    table: 'safety_spikes',
    purpose: 'hours with far more dangers than usual',
    columns: {
      id: 'none',
      category: 'none',
      hour: 'none',
      count: 'none',
      usual: 'none',
      seen_at: 'none',
      seen_by: { withheld: 'the administrator who marked the alert as seen' },
    },
    owner: [{ userId: 'seen_by' }],
    retention: { rule: '400 days' },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) => tx.execute(sql`update safety_spikes set seen_by = null where seen_by = ${id}`),
    },
  },
]

function disownEvents(some: SQL): SQL {
  return sql`update analytics_events set client_id = ${ownSite}::uuid where ${some}`
}
