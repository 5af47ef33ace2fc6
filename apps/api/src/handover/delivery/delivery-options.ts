import {
  addressesFor,
  type NetworkAccess,
  reachesOwnNetwork,
} from '../../content/fetching/public-addresses.ts'
import type { Db } from '../../db/database.ts'
import type { DeliveryMeans } from '../handover-settings.store.ts'
import type { DeliveryOptions } from './deliver-handover.ts'

/** Settings of the deployment that decide what can be delivered. */
export interface DeliveryConfig {
  smtp: unknown
  demo: boolean
  networkAccess: NetworkAccess
  handoverRecipient: string | null
}

/** Channels that a deployment can deliver by. A demonstration shows its e-mails in the outbox. */
export function deliveryMeans({ smtp, demo, networkAccess }: DeliveryConfig): DeliveryMeans {
  // Administrators alone set up hand-overs.
  return { canMail: smtp !== null || demo, allowsPrivate: reachesOwnNetwork(networkAccess, null) }
}

/** Options of the deliveries of a deployment. */
export function deliveryOptions(
  { networkAccess, handoverRecipient }: DeliveryConfig,
  { db, now }: { db: Db; now: () => Date },
): Omit<DeliveryOptions, 'signal'> {
  return {
    db,
    now,
    siteEmail: handoverRecipient,
    ...addressesFor(networkAccess, null),
  }
}
