import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { widgetSecrets } from '../db/schema/handover.ts'
import { newId } from '../platform/process/ids.ts'

/** Purpose of a secret. */
export type SecretKind = (typeof widgetSecrets.$inferSelect)['kind']

/** Milliseconds for which a secret stays valid after the next one was made: time to install that one. */
const overlapMs = 86_400_000

/** A secret and its time. */
export interface WidgetSecret {
  secret: string
  createdAt: Date
}

/** The valid secrets of a widget, the current one first. */
export async function listSecrets(
  db: Db | Transaction,
  widget: { configuratorId: string; kind: SecretKind },
  now: Date,
): Promise<WidgetSecret[]> {
  const { configuratorId, kind, secret, createdAt, retiresAt } = widgetSecrets
  return db
    .select({ secret, createdAt })
    .from(widgetSecrets)
    .where(
      and(
        eq(configuratorId, widget.configuratorId),
        eq(kind, widget.kind),
        or(isNull(retiresAt), gt(retiresAt, now)),
      ),
    )
    .orderBy(desc(createdAt), desc(widgetSecrets.id))
}

/** Creates the current secret of a widget. The one before stays valid for a day, all earlier ones end at once. */
export async function rotateSecret(
  tx: Transaction,
  widget: { configuratorId: string; kind: SecretKind },
  now: Date,
): Promise<WidgetSecret> {
  const ofWidget = and(
    eq(widgetSecrets.configuratorId, widget.configuratorId),
    eq(widgetSecrets.kind, widget.kind),
  )
  await tx.delete(widgetSecrets).where(and(ofWidget, isNotNull(widgetSecrets.retiresAt)))
  await tx
    .update(widgetSecrets)
    .set({ retiresAt: new Date(now.getTime() + overlapMs) })
    .where(ofWidget)
  const row = {
    ...widget,
    id: newId(),
    secret: randomBytes(32).toString('base64'),
    createdAt: now,
  }
  await tx.insert(widgetSecrets).values(row)
  return row
}
