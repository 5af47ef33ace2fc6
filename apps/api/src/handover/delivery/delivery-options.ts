import type { Db } from '../../db/database.ts'
import type { DeliveryMeans } from '../handover-settings.store.ts'
import type { DeliveryOptions } from './deliver-handover.ts'

/** Settings of the deployment that decide what can be delivered. */
export interface DeliveryConfig {
  smtp: unknown
  demo: boolean
  allowsPrivateSources: boolean
  handoverRecipient: string | null
}

/** Channels that a deployment can deliver by. A demonstration shows its e-mails in the outbox. */
export function deliveryMeans({ smtp, demo, allowsPrivateSources }: DeliveryConfig): DeliveryMeans {
  return { canMail: smtp !== null || demo, allowsPrivate: allowsPrivateSources }
}

/** Options of the deliveries of a deployment. */
export function deliveryOptions(
  { allowsPrivateSources, handoverRecipient }: DeliveryConfig,
  { db, now }: { db: Db; now: () => Date },
): Omit<DeliveryOptions, 'signal'> {
  return {
    db,
    now,
    siteEmail: handoverRecipient,
    ...(allowsPrivateSources ? { isAllowed: () => true } : {}),
  }
}
