import type { OrganisationSignIn } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { organisations } from '../db/schema/organisations.ts'
import { notFound } from '../platform/http/http-error.ts'
import { findConnection, toConnection } from './connections.store.ts'
import { listDomains } from './domains.store.ts'
import { countFactors } from './factor-requirement.store.ts'

/**
 * Reads the sign-in of an organisation, without the secret.
 *
 * @throws {HttpError} 404 for an unknown organisation
 */
export async function readSignIn(
  db: Db,
  organisationId: string,
): Promise<Omit<OrganisationSignIn, 'redirect_uri'>> {
  const [found] = await db
    .select({
      id: organisations.id,
      name: organisations.name,
      required: organisations.requiresSecondFactor,
    })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
  if (found === undefined) throw notFound('Client not found.')
  const { required, ...organisation } = found
  const row = await findConnection(db, organisationId)
  return {
    organisation,
    connection: row === undefined ? null : toConnection(row),
    domains: await listDomains(db, organisationId),
    second_factor: { required, ...(await countFactors(db, organisationId)) },
  }
}
