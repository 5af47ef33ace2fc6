import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { oneTimeTokens } from '../db/schema/auth.ts'
import { newId } from '../platform/ids.ts'
import type { LinkTokens } from './auth.mails.ts'
import { newToken, tokenHash } from './tokens.ts'

/** What a link in an e-mail is for. */
export type LinkKind = (typeof oneTimeTokens.$inferSelect)['kind']

/** Makes the secret of a link. Links of the same kind that the person was sent before stop working. */
export async function issueOneTimeToken(
  db: Db,
  options: { kind: LinkKind; userId: string; now: Date; lifeMs: number },
): Promise<LinkTokens> {
  const { kind, userId, now, lifeMs } = options
  const tokens = { accessToken: newToken(), refreshToken: newToken(), expiresInSeconds: lifeMs / 1000 }
  await db.transaction(async (tx) => {
    await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)))
    await tx.insert(oneTimeTokens).values({
      id: newId(),
      userId,
      kind,
      tokenHash: tokenHash(linkSecret(tokens.accessToken, tokens.refreshToken)),
      expiresAt: new Date(now.getTime() + lifeMs),
      createdAt: now,
    })
  })
  return tokens
}

/** Whose secret it is, if it is unused and in time; it is used from then on. */
export async function redeemOneTimeToken(
  db: Db,
  options: { kind: LinkKind; secret: string; now: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(oneTimeTokens)
    .set({ usedAt: options.now })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash(options.secret)),
        eq(oneTimeTokens.kind, options.kind),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, options.now),
      ),
    )
    .returning({ userId: oneTimeTokens.userId })
  return row?.userId
}

/** Makes every link that a person was sent useless. */
export async function revokeLinks(db: Db, userId: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))
}

/** Drops the secrets of links that have run out. */
export async function purgeOneTimeTokens(db: Db, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now))
}

/** The two tokens of a link as one secret. */
export function linkSecret(accessToken: string, refreshToken: string): string {
  return `${accessToken}.${refreshToken}`
}
