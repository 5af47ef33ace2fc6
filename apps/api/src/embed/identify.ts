import type { VisitorIdentity } from '@org/api-client/contract'
import type { Db } from '../db/database.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { checkExpiry, checkSignature, identityRefused } from '../visitors/identity.ts'
import { findVisitorAccount, openVisitorAccount } from '../visitors/visitors.store.ts'
import type { ConfiguratorRow } from '../widgets/configurators.store.ts'

/** Refused identities of one address in an hour. Further ones get 429, which makes a guest, too. */
const refusalsPerHour = 30

/** The signed id of a visitor. */
interface GivenIdentity {
  identity: VisitorIdentity
  /** Account of the token that is renewed; undefined for a guest. */
  identified: string | undefined
}

/**
 * Returns the account of a signed visitor id.
 *
 * @throws {HttpError} 403 `identity_refused`, 429 for an address with too many refusals
 */
export type Identify = (
  c: AppContext,
  widget: Pick<ConfiguratorRow, 'id' | 'clientOwner'>,
  given: GivenIdentity,
) => Promise<string>

/** Creates the function that identifies the visitors of widgets. */
export function createIdentify(db: Db, now: () => Date): Identify {
  return async (c, widget, given) => {
    try {
      return await accountOf(widget.clientOwner, given)
    } catch (error) {
      if (error instanceof HttpError && error.code === 'identity_refused') {
        c.get('log').info({ widget: widget.id, reason: error.detail }, 'visitor identity refused')
        const subject = countedAddress(c.get('clientAddress'))
        await countHourly(db, { name: 'identity', limit: refusalsPerHour, subject }, now())
      }
      throw error
    }
  }

  async function accountOf(
    clientId: string | null,
    { identity, identified }: GivenIdentity,
  ): Promise<string> {
    if (clientId === null) throw identityRefused('disabled')
    await checkSignature(db, clientId, identity, now())
    const key = { clientId, externalId: identity.user_id }
    // A page that stays open renews its token with the signature that it was loaded with.
    const isRenewal = identified !== undefined && identified === (await findVisitorAccount(db, key))
    if (!isRenewal) checkExpiry(identity, now())
    return openVisitorAccount(db, key, now())
  }
}
