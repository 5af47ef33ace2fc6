import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { oneTimeTokens, users } from '../db/schema/auth.ts'
import { accountDisabled, HttpError } from '../platform/http/http-error.ts'
import { newId } from '../platform/process/ids.ts'
import type { LinkTokens } from './auth.mails.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Purpose of a link in an email. */
export type LinkKind = (typeof oneTimeTokens.$inferSelect)['kind']

/** A link to issue. */
export interface NewLink {
  kind: LinkKind
  userId: string
  /** Hash of the password that opening the link sets. Sign-up links only. */
  passwordHash?: string
  /** Token of the cookie of the browser that asked. Links that sign in only. */
  browserToken?: string | undefined
  now: Date
  lifeMs: number
}

/**
 * Creates the secret of a link and revokes the person's earlier links of the same kind that expire before it. Sign-up and
 * sign-in links stay: anybody can cause another one, which must neither revoke nor change the owner's own link. For the
 * same reason a requested reset leaves the link of an invitation, which works for days.
 */
export async function issueOneTimeToken(db: Db | Transaction, link: NewLink): Promise<LinkTokens> {
  const { kind, userId, passwordHash, browserToken, now, lifeMs } = link
  const expiresAt = new Date(now.getTime() + lifeMs)
  const tokens = { accessToken: newToken(), refreshToken: newToken(), expiresInSeconds: lifeMs / 1000 }
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    if (kind !== 'signup' && kind !== 'login') {
      await tx
        .delete(oneTimeTokens)
        .where(
          and(
            eq(oneTimeTokens.userId, userId),
            eq(oneTimeTokens.kind, kind),
            lte(oneTimeTokens.expiresAt, expiresAt),
          ),
        )
    }
    await tx.insert(oneTimeTokens).values({
      id: newId(),
      userId,
      kind,
      tokenHash: tokenHash(linkSecret(tokens.accessToken, tokens.refreshToken)),
      passwordHash: passwordHash ?? null,
      browserHash: browserToken === undefined ? null : tokenHash(browserToken),
      expiresAt,
      createdAt: now,
    })
  })
  return tokens
}

/**
 * Locks an account before its links are read and changed. Every transaction locks the account first and links second:
 * two links opened at once would deadlock otherwise.
 *
 * @returns false when the account does not exist
 */
export async function lockAccount(tx: Db | Transaction, userId: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  return rows.length > 0
}

/** Marks an unused link that has not expired as used, and returns its owner; undefined for every other secret. */
export async function redeemOneTimeToken(
  db: Transaction,
  options: { kind: LinkKind; secret: string; now: Date },
): Promise<{ userId: string; passwordHash: string | null } | undefined> {
  const isUsable = and(
    eq(oneTimeTokens.tokenHash, tokenHash(options.secret)),
    eq(oneTimeTokens.kind, options.kind),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, options.now),
  )
  const [found] = await db.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(isUsable)
  if (found === undefined) return undefined
  await lockAccount(db, found.userId)
  const [row] = await db
    .update(oneTimeTokens)
    .set({ usedAt: options.now })
    .where(isUsable)
    .returning({ userId: oneTimeTokens.userId, passwordHash: oneTimeTokens.passwordHash })
  return row
}

/**
 * Returns whether a usable link was requested by a browser, and the address of its account; undefined for every other
 * secret.
 */
async function checkBrowser(
  db: Transaction,
  { kind, secret, token, now }: { kind: LinkKind; secret: string; token?: string | undefined; now: Date },
): Promise<{ isBound: boolean; isDisabled: boolean; email: string } | undefined> {
  const [row] = await db
    .select({ browserHash: oneTimeTokens.browserHash, email: users.email, disabledAt: users.disabledAt })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash(secret)),
        eq(oneTimeTokens.kind, kind),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  if (row === undefined) return undefined
  const isBound = token !== undefined && row.browserHash === tokenHash(token)
  return { isBound, isDisabled: row.disabledAt !== null, email: row.email }
}

/** The browser in which a link is opened. */
export interface LinkBrowser {
  /** Token of its cookie for sign-in links. */
  token?: string | undefined
  /** True when the person has agreed to sign in here, false when nobody has asked them; undefined for a program. */
  isConfirmed?: boolean | undefined
}

/** Returns whether a link must come from its own browser. A recovery link opens no account before a password is chosen. */
function isAsked({ kind, isConfirmed }: LinkBrowser & { kind: LinkKind }): boolean {
  if (kind === 'recovery') return false
  return isConfirmed === false || (kind === 'login' && isConfirmed !== true)
}

/**
 * Requires a confirmation for a link that signs in, in another browser than the one that asked for it.
 *
 * @throws {HttpError} 409 with the account's address, 401 for a link that is not usable, 403 for a disabled account
 */
export async function requireBrowser(
  tx: Transaction,
  link: LinkBrowser & { kind: LinkKind; secret: string; now: Date },
): Promise<void> {
  if (!isAsked(link)) return
  const checked = await checkBrowser(tx, link)
  if (checked === undefined) throw usedLink()
  if (checked.isDisabled) throw accountDisabled()
  if (checked.isBound) return
  throw new HttpError('conflict', 'This link was requested in another browser.', {
    detail: { email: checked.email },
  })
}

/** The refusal of a link that is unknown, used or expired. */
export function usedLink(): HttpError {
  return new HttpError('invalid_credentials', 'This link has been used or has run out.')
}

/** True while an unused link of the kind, issued since a moment, is valid. */
export async function hasFreshLink(
  db: Db | Transaction,
  { kind, userId, since, now }: { kind: LinkKind; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const isValid = and(isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now))
  // A creation time of the future was stored before the clock was set back; its age is unknown.
  const isRecent = and(gt(oneTimeTokens.createdAt, since), lte(oneTimeTokens.createdAt, now))
  const ofUser = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind))
  return (await db.$count(oneTimeTokens, and(ofUser, isValid, isRecent))) > 0
}

/** Makes every link that a person was sent useless. */
export async function revokeLinks(db: Db | Transaction, userId: string): Promise<void> {
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
