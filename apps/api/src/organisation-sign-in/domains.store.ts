import { organisationSignInLimits, type SignInDomain } from '@org/api-client/contract'
import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { oidcDomains, oidcIdentities } from '../db/schema/organisation-sign-in.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import {
  endOtherSessions,
  findConnection,
  lockConnection,
  lockMembers,
  type SignInEdit,
} from './connections.store.ts'
import { hasRecord, newChallenge, recordName, recordValue, type ResolveTxt } from './domain-proof.ts'
import { isPublicDomain, readDomain } from './mail-domains.ts'

type DomainRow = typeof oidcDomains.$inferSelect

/** The domains that an organisation claims, by name. */
export async function listDomains(db: Db, organisationId: string): Promise<SignInDomain[]> {
  const rows = await db
    .select()
    .from(oidcDomains)
    .where(eq(oidcDomains.organisationId, organisationId))
    .orderBy(asc(oidcDomains.domain))
  return rows.map(toDomain)
}

function toDomain({ id, domain, challenge, verifiedAt, verifiedBy }: DomainRow): SignInDomain {
  return {
    id,
    domain,
    verified_at: verifiedAt?.toISOString() ?? null,
    verified_by: verifiedBy,
    record_name: recordName(domain),
    record_value: recordValue(challenge),
  }
}

/** The organisation that has verified a domain; undefined without one. */
export async function organisationOfDomain(db: Db, domain: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: oidcDomains.organisationId })
    .from(oidcDomains)
    .where(and(eq(oidcDomains.domain, domain), isNotNull(oidcDomains.verifiedAt)))
  return row?.id
}

/** Returns whether a domain is a verified one of an organisation. */
export async function ownsDomain(
  db: Db | Transaction,
  organisationId: string,
  domain: string,
): Promise<boolean> {
  const own = and(eq(oidcDomains.organisationId, organisationId), eq(oidcDomains.domain, domain))
  return (await db.$count(oidcDomains, and(own, isNotNull(oidcDomains.verifiedAt)))) > 0
}

/**
 * Claims a domain. It counts once it is verified; until then another organisation may claim it as well.
 *
 * @throws {HttpError} 404 for an unknown organisation, 409 for a claimed domain and too many, 422 for what is no domain of an
 *   organisation
 */
export async function addDomain(
  db: Db,
  typed: string,
  { organisationId, edit }: SignInEdit,
): Promise<SignInDomain> {
  const domain = readDomain(typed)
  if (domain === undefined)
    throw invalid([{ path: 'domain', message: 'Enter a domain, such as example.com.' }])
  if (isPublicDomain(domain)) {
    throw invalid([{ path: 'domain', message: 'Anybody can get an address in this domain.' }])
  }
  return db.transaction(async (tx) => {
    await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
    const claimed = await tx.$count(oidcDomains, eq(oidcDomains.organisationId, organisationId))
    if (claimed >= organisationSignInLimits.domains) {
      throw new HttpError('conflict', 'You have as many domains as there can be. Remove one first.')
    }
    const [row] = await tx
      .insert(oidcDomains)
      .values({ id: newId(), organisationId, domain, challenge: newChallenge(), createdAt: edit.at })
      .onConflictDoNothing()
      .returning()
    if (row === undefined) throw new HttpError('conflict', 'This domain is in the list already.')
    await note(tx, row, { action: 'create', before: null, after: 'claimed' }, edit)
    return toDomain(row)
  })
}

/**
 * Verifies a domain by its TXT record.
 *
 * @throws {HttpError} 404 for an unknown one, 409 without the record, and for a domain of another organisation
 */
export async function verifyDomain(
  { db, resolveTxt }: { db: Db; resolveTxt: ResolveTxt },
  id: string,
  { organisationId, edit }: SignInEdit,
): Promise<SignInDomain> {
  const row = await findDomain(db, id, organisationId)
  if (row.verifiedAt !== null) return toDomain(row)
  if (!(await hasRecord(resolveTxt, row))) {
    throw new HttpError(
      'conflict',
      'The TXT record was not found. It can take some hours until others see it.',
    )
  }
  return setVerified(db, { row, by: 'dns' }, edit)
}

/**
 * Verifies a domain without a TXT record, by an administrator who has checked its owner otherwise.
 *
 * @throws {HttpError} 404 for an unknown one, 409 for a domain of another organisation
 */
export async function confirmDomain(db: Db, id: string, edit: Edit): Promise<SignInDomain> {
  const row = await findDomain(db, id)
  return row.verifiedAt === null ? setVerified(db, { row, by: 'administrator' }, edit) : toDomain(row)
}

async function setVerified(
  db: Db,
  { row: { id, organisationId }, by }: { row: DomainRow; by: 'dns' | 'administrator' },
  edit: Edit,
): Promise<SignInDomain> {
  try {
    return await db.transaction(async (tx) => {
      await lockMembers(tx, organisationId)
      await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
      const [row] = await tx
        .update(oidcDomains)
        .set({ verifiedAt: edit.at, verifiedBy: by })
        .where(and(eq(oidcDomains.id, id), eq(oidcDomains.organisationId, organisationId)))
        .returning()
      if (row === undefined) throw notFound('Domain not found.')
      await note(tx, row, { action: 'update', before: 'claimed', after: `verified: ${by}` }, edit)
      const connection = await lockConnection(tx, organisationId)
      if (connection?.enforced === true) await endOtherSessions(tx, organisationId)
      return toDomain(row)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'oidc_domains_verified_key') throw error
    throw new HttpError('conflict', 'Another organisation has verified this domain. Contact us.')
  }
}

/**
 * Removes a domain, with the sessions that the connection has opened for its addresses.
 *
 * @throws {HttpError} 404 for an unknown one, 409 for the last verified one of an enforced connection
 */
export async function removeDomain(db: Db, id: string, { organisationId, edit }: SignInEdit): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
    const row = await findDomain(tx, id, organisationId)
    const others = and(
      eq(oidcDomains.organisationId, organisationId),
      isNotNull(oidcDomains.verifiedAt),
      ne(oidcDomains.id, id),
    )
    const connection = await findConnection(tx, organisationId)
    if (
      row.verifiedAt !== null &&
      connection?.enforced === true &&
      (await tx.$count(oidcDomains, others)) === 0
    ) {
      throw new HttpError(
        'conflict',
        'The sign-in is enforced for this domain alone. Stop enforcing it first.',
      )
    }
    await tx.delete(oidcDomains).where(eq(oidcDomains.id, row.id))
    if (row.verifiedAt !== null) await endUse(tx, row)
    await note(
      tx,
      row,
      { action: 'delete', before: row.verifiedAt === null ? 'claimed' : 'verified', after: null },
      edit,
    )
  })
}

/**
 * Forgets the people of a provider with addresses in a domain, and ends their sessions. The people first: a session that is
 * being opened holds its identity, and is there once this deletion has waited for it.
 */
async function endUse(tx: Transaction, { organisationId, domain }: DomainRow): Promise<void> {
  const isOfDomain = (accountId: typeof sessions.userId | typeof oidcIdentities.accountId) =>
    sql`exists (select 1 from ${users} where ${users.id} = ${accountId}
      and substring(${users.email} from '@([^@]*)$') = ${domain})`
  await tx
    .delete(oidcIdentities)
    .where(and(eq(oidcIdentities.organisationId, organisationId), isOfDomain(oidcIdentities.accountId)))
  await tx
    .delete(sessions)
    .where(and(eq(sessions.oidcOrganisationId, organisationId), isOfDomain(sessions.userId)))
}

async function findDomain(db: Db | Transaction, id: string, organisationId?: string): Promise<DomainRow> {
  const own = organisationId === undefined ? undefined : eq(oidcDomains.organisationId, organisationId)
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(oidcDomains)
        .where(and(own, eq(oidcDomains.id, id)))
    : []
  if (row === undefined) throw notFound('Domain not found.')
  return row
}

async function note(
  tx: Transaction,
  { domain, organisationId }: DomainRow,
  {
    action,
    before,
    after,
  }: { action: 'create' | 'update' | 'delete'; before: string | null; after: string | null },
  edit: Edit,
): Promise<void> {
  const changes = [{ field: 'sign_in_domain', before, after }]
  await recordChange(tx, { action, kind: 'account_access', subject: domain, organisationId, changes }, edit)
}
