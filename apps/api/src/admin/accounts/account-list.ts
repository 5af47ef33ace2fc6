import type {
  ManagedAccount,
  ManagedAccountDetail,
  ManagedAccounts,
  ManagedAccountsQuery,
} from '@org/api-client/contract'
import { and, eq, inArray, isNotNull, isNull, notLike, type SQL, sql } from 'drizzle-orm'
import { isOnly, listAdministrators } from '../../auth/administrators.ts'
import { listPasskeys } from '../../auth/factors/passkeys.store.ts'
import { countRecoveryCodes } from '../../auth/factors/recovery-codes.store.ts'
import { hasTotp } from '../../auth/factors/totp.ts'
import { toSession } from '../../auth/session-json.ts'
import { listSessions } from '../../auth/session.store.ts'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/auth.ts'
import { configurators } from '../../db/schema/embed.ts'
import { visitorDomain } from '../../db/schema/visitors.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { isUuid } from '../../platform/process/ids.ts'
import { pageById } from '../../platform/request/cursor-pages.ts'
import { organisationMembers } from '../../db/schema/members.ts'

/** True for accounts that somebody signs in to, other than those of identified visitors. */
export const isPersonal = notLike(users.email, `%${visitorDomain}`)

/** Accounts by part of the address, role and state, the newest first. */
export function listAccounts(
  db: Db,
  { q, role, state, ...page }: ManagedAccountsQuery,
  now: Date,
): Promise<ManagedAccounts> {
  const filters = [
    isPersonal,
    q === undefined ? undefined : sql`position(${q.trim().toLowerCase()} in ${users.email}) > 0`,
    role === undefined ? undefined : role === 'user' ? isNull(users.role) : eq(users.role, role),
    state && ofState[state],
  ]
  return pageById(
    page,
    users.id,
    ({ where, orderBy, limit }) =>
      selectAccounts(db, now)
        .where(and(where, ...filters))
        .orderBy(orderBy)
        .limit(limit),
    { id: ({ id }) => id, item: toAccount },
  )
}

/**
 * One account with its sessions and second factors, as an administrator sees it.
 *
 * @throws {HttpError} 404 for an unknown account, and for that of an identified visitor
 */
export async function readAccount(
  db: Db,
  id: string,
  { actorId, sessionId, now }: { actorId: string; sessionId: string; now: Date },
): Promise<ManagedAccountDetail> {
  const [row] = isUuid(id) ? await selectAccounts(db, now).where(and(eq(users.id, id), isPersonal)) : []
  if (row === undefined) throw notFound('Account not found.')
  const [sessions, passkeys] = [await listSessions(db, row.id, now), await listPasskeys(db, row.id)]
  return {
    ...toAccount(row),
    own: row.id === actorId,
    only_administrator: isOnly(await listAdministrators(db), row.id),
    totp: await hasTotp(db, row.id),
    passkeys: passkeys.length,
    recovery_codes: await countRecoveryCodes(db, row.id),
    widgets: await db.$count(
      configurators,
      inArray(
        configurators.clientOwner,
        db
          .select({ id: organisationMembers.organisationId })
          .from(organisationMembers)
          .where(eq(organisationMembers.accountId, row.id)),
      ),
    ),
    sessions: sessions.map((session) =>
      Object.assign(toSession(session), { current: session.id === sessionId }),
    ),
  }
}

const ofState: Record<ManagedAccount['state'], SQL | undefined> = {
  active: and(isNull(users.disabledAt), isNotNull(users.verifiedAt)),
  unconfirmed: and(isNull(users.disabledAt), isNull(users.verifiedAt)),
  disabled: isNotNull(users.disabledAt),
}

function selectAccounts(db: Db, now: Date) {
  // Written out: in a select of one table, drizzle writes columns without their table.
  const open = sql`from sessions where sessions.user_id = users.id and sessions.purpose in ('site', 'frame')
    and sessions.expires_at > ${now.toISOString()}::timestamptz`
  return db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      verifiedAt: users.verifiedAt,
      disabledAt: users.disabledAt,
      secondFactorAt: users.secondFactorAt,
      createdAt: users.createdAt,
      sessionCount: sql<number>`(select count(*)::int ${open})`,
      lastUsedAt: sql<string | null>`(select max(sessions.rotated_at)::text ${open})`,
    })
    .from(users)
    .$dynamic()
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

function toAccount(row: AccountRow): ManagedAccount {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.disabledAt !== null ? 'disabled' : row.verifiedAt === null ? 'unconfirmed' : 'active',
    second_factor: row.secondFactorAt !== null,
    created_at: row.createdAt.toISOString(),
    session_count: row.sessionCount,
    last_used_at: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}
