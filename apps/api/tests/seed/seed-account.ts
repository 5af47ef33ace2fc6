import type { Db } from '../../src/db/database.ts'
import {
  clientInvitations,
  clientSteps,
  knownDevices,
  oneTimeTokens,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  totpFactors,
} from '../../src/db/schema/auth.ts'
import { memberInvitations } from '../../src/db/schema/members.ts'
import { billingCustomers, subscriptions, testBillingLinks } from '../../src/db/schema/billing.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** Devices, second factors, links, invitations and payments of the account. */
export async function seedAccount(db: Db, { userId, email, of, now }: Writer): Promise<void> {
  const invitation = () => ({
    id: newId(),
    organisationId: userId,
    invitedBy: userId,
    createdAt: now,
    sentAt: now,
    sends: 1,
    expiresAt: now,
  })
  await db.insert(knownDevices).values({ userId, tokenHash: of('device'), createdAt: now, lastUsedAt: now })
  await seedFactors(db, { userId, of, now })
  await db.insert(oneTimeTokens).values({
    id: newId(),
    userId,
    kind: 'recovery',
    tokenHash: of('link'),
    expiresAt: new Date(now.getTime() + 3_600_000),
    createdAt: now,
  })
  await db.insert(clientInvitations).values({
    id: newId(),
    userId,
    invitedBy: userId,
    createdAt: now,
    sentAt: now,
    sends: 1,
    expiresAt: now,
  })
  await db.insert(memberInvitations).values([
    { ...invitation(), email, role: 'viewer', tokenHash: of('invited') },
    { ...invitation(), email: of('invited@example.com'), role: 'editor', tokenHash: of('inviting') },
  ])
  await db.insert(clientSteps).values({ clientId: userId, step: 'look', doneAt: now })
  await db.insert(billingCustomers).values({ userId, customerId: of('customer') })
  await db.insert(subscriptions).values({
    id: of('subscription'),
    userId,
    status: 'active',
    priceId: 'price',
    plan: of('plan'),
    currentPeriodEnd: new Date(now.getTime() + 30 * 86_400_000),
    cancelAtPeriodEnd: true,
    updatedAt: now,
  })
  await db.insert(testBillingLinks).values({
    secretHash: of('billing-link'),
    userId,
    kind: 'portal',
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
}

async function seedFactors(db: Db, { userId, of, now }: Omit<Writer, 'email'>): Promise<void> {
  await db.insert(totpFactors).values({ userId, secret: of('totp'), createdAt: now })
  await db.insert(recoveryCodes).values({ userId, codeHash: of('recovery'), createdAt: now })
  await db.insert(passkeys).values({
    id: newId(),
    userId,
    credentialId: of('credential'),
    publicKey: new Uint8Array([1]),
    counter: 0,
    transports: [],
    name: of('passkey'),
    createdAt: now,
  })
  await db.insert(passkeyChallenges).values({
    challengeHash: of('challenge'),
    userId,
    purpose: 'use',
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
}
