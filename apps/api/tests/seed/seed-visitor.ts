import type { Db } from '../../src/db/database.ts'
import { users } from '../../src/db/schema/auth.ts'
import { identitySecrets, visitors } from '../../src/db/schema/visitors.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** A visitor whom the person, as a client, has identified. */
export async function seedVisitor(db: Db, { userId, of, now }: Omit<Writer, 'email'>): Promise<void> {
  const id = newId()
  await db
    .insert(identitySecrets)
    .values({ id, clientId: userId, secret: of('identity-secret'), createdAt: now })
  await db
    .insert(users)
    .values({ id, email: `${of('visitor')}@visitor.invalid`, passwordHash: of('visitor-hash') })
  await db
    .insert(visitors)
    .values({ userId: id, clientId: userId, externalId: of('visitor-id'), createdAt: now, lastSeenAt: now })
}
