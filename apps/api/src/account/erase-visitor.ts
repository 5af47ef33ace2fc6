import { deleteConversations } from '../conversations/conversations.store.ts'
import { recentStreamIds } from '../conversations/messages.store.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import type { DataSubject } from '../privacy/data-policy.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { personalData } from '../privacy/personal-data.ts'
import { someVisitors } from '../visitors/visitors.store.ts'

/** Services of an erasure. */
export interface ErasureServices {
  db: Db
  streams: StreamLog
}

/** Actor and time, and the client whose visitor it is. */
type VisitorEdit = Edit & { organisationId: string }

/** Ends the running answers of an identified visitor, and deletes them with everything of them. */
export async function eraseVisitor(
  { db, streams }: ErasureServices,
  visitor: Omit<DataSubject, 'organisationIds'>,
  edit: VisitorEdit,
): Promise<void> {
  await eraseFrom({ db, streams }, visitor, edit)
}

/** Deletes all visitors of a client, before it goes. */
export async function eraseVisitorsOf(services: ErasureServices, clientId: string): Promise<void> {
  for (;;) {
    const some = await someVisitors(services.db, clientId)
    if (some.length === 0) return
    for (const visitor of some) await eraseFrom(services, visitor)
  }
}

async function eraseFrom(
  { db, streams }: ErasureServices,
  visitor: Omit<DataSubject, 'organisationIds'>,
  edit?: VisitorEdit,
): Promise<void> {
  // Outside of the transaction, which would hold up everybody for as long as many conversations take.
  const running = await deleteConversations(db, visitor.id)
  const erase = async (tx: Transaction): Promise<string[]> => {
    const answering = await recentStreamIds(tx, { userId: visitor.id })
    await erasePerson(tx, personalData, { ...visitor, organisationIds: [] })
    // The id of the server names nobody once the visitor is deleted.
    if (edit !== undefined) {
      const { organisationId } = edit
      const entry = { action: 'delete', kind: 'visitor', subject: visitor.id, organisationId } as const
      await recordChange(tx, { ...entry, changes: [] }, edit)
    }
    return answering
  }
  const streamIds = await retryDeadlocks(() => db.transaction(erase))
  for (const streamId of new Set([...running, ...streamIds])) await streams.stop(streamId, 'deleted')
}
