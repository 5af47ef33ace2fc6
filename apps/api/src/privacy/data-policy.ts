import type { AccountExport } from '@org/api-client/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Billing } from '../billing/billing.ts'
import type { Db, Transaction } from '../db/database.ts'

/** The person whose data is exported or erased. */
export interface DataSubject {
  id: string
  /** Organisations whose data goes along: of an export those that the person owns, of an erasure those without another member. */
  organisationIds: readonly string[]
  /** Trimmed and lower-cased. */
  email: string
}

/** Retention periods that the operator sets, in days. */
export interface RetentionSettings {
  /** Single messages of the statistics, with keyed addresses and conversation ids. */
  analyticsDays: number
  contactDays: number
  /** Accounts whose address was never confirmed. */
  unconfirmedAccountDays: number
  /** Identified visitors, since they were seen last. */
  visitorDays: number
  /** Days after a product click in which an order counts. */
  orderWindowDays: number
  /** Security events of accounts in the audit list. */
  securityEventDays: number
  /** Changes in the audit log; null keeps them for good. */
  auditChangeDays: number | null
  /** Records of answers. */
  outcomeDays: number
  /** Redacted texts in the records of answers. */
  outcomeTextDays: number
  /** Figures of answers by day. */
  outcomeFigureDays: number
  /** Rotation period of the key that hashes visitors' addresses. */
  addressKeyRotation: 'daily' | 'weekly' | 'monthly'
}

/**
 * Use of one column: `none` holds no personal data, `exported` is part of the account export, `withheld` is personal
 * and not part of it, for the stated reason.
 */
export type ColumnUse = 'none' | 'exported' | { withheld: string }

/** Columns whose value identifies the person that a row belongs to; several are alternatives. */
export type Owner = Partial<
  Record<'userId' | 'clientId' | 'email' | 'conversationId' | 'messageId', string>
>[]

/** Sections of the export that the registry declares. */
export type ExportSection = Exclude<
  keyof AccountExport,
  'exported_at' | 'conversations' | 'statistics' | 'account'
>

/** Input of a section's reader. */
export interface ExportContext {
  db: Db
  billing: Billing
  subject: DataSubject
  now: Date
}

/** A section that fits in memory as a whole, or the items of a list that may not, one after the other. */
export type ExportedSection<S extends ExportSection> =
  | AccountExport[S]
  | (AccountExport[S] extends readonly (infer Item)[] ? AsyncIterable<Item> : never)

/** A reader of one section of the export. */
export type ExportRule = {
  [S in ExportSection]: {
    section: S
    read: (context: ExportContext) => Promise<ExportedSection<S>> | ExportedSection<S>
  }
}[ExportSection]

/** Deletes what has passed its retention period. */
export type Purge = (db: Db, now: Date, settings: RetentionSettings) => Promise<void>

/** One table of the database: its personal data, and the handling of it. */
export interface TablePolicy {
  /** SQL name; partitions follow their parent. */
  table: string
  purpose: string
  /** Every column of the table by its SQL name. */
  columns: Record<string, ColumnUse>
  /** Empty: no row can be assigned to a person. */
  owner: Owner
  retention: { rule: string; purge?: Purge }
  export?: ExportRule | readonly ExportRule[]
  /**
   * - `rows`: the person's rows are deleted
   * - `by`: the named foreign key or trigger does it when the rows of another table go
   * - `run`: a statement of its own, where rows stay without the person
   * - `none`: nothing to erase, for the stated reason
   */
  erasure:
    | { kind: 'rows' }
    | { kind: 'by'; table: string }
    | {
        kind: 'run'
        erase: (tx: Transaction, subject: DataSubject) => Promise<unknown>
        /** Erases the rows of a table that may have very many, before the transaction that erases the rest. */
        eraseBefore?: (db: Db, subject: DataSubject) => Promise<void>
      }
    | { kind: 'none'; reason: string }
}

/** The condition that selects the rows of a subject's organisations. */
export function inOrganisations(column: string, { organisationIds }: DataSubject): SQL {
  // One parameter, whatever the number of ids.
  const ids = JSON.stringify(organisationIds)
  return sql`${sql.identifier(column)} = any(array(select jsonb_array_elements_text(${ids}::jsonb)::uuid))`
}

/** The condition that selects a person's rows of a table. */
export function rowsOf({ table, owner }: TablePolicy, subject: DataSubject): SQL {
  const { id, email } = subject
  if (owner.length === 0) throw new Error(`Rows of ${table} belong to nobody.`)
  const ownConversations = sql`(select id from conversations where user_id = ${id})`
  const conditions = owner.map((keys) => {
    if (keys.clientId !== undefined) return inOrganisations(keys.clientId, subject)
    if (keys.userId !== undefined) return sql`${sql.identifier(keys.userId)} = ${id}`
    if (keys.email !== undefined) return sql`lower(btrim(${sql.identifier(keys.email)})) = ${email}`
    if (keys.conversationId !== undefined) {
      return sql`${sql.identifier(keys.conversationId)} in (select id::text from ${ownConversations} as own)`
    }
    const messageId = sql.identifier(keys.messageId ?? '')
    return sql`${messageId} in (select id from messages where user_id = ${id})`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}
