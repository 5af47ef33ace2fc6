import { createHmac, timingSafeEqual } from 'node:crypto'
import { readUnsubscribeKey } from '../db/deployment-keys.ts'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../platform/process/ids.ts'

/** Path of the page that ends weekly e-mails. */
export const unsubscribePath = '/unsubscribe'

/** Returns the link that ends the weekly e-mails of an account, without sign-in and for good. */
export async function unsubscribeLink(db: Db | Transaction, userId: string, siteUrl: URL): Promise<string> {
  const link = new URL(unsubscribePath, siteUrl)
  link.searchParams.set('token', `${userId}.${sign(await readUnsubscribeKey(db), userId)}`)
  return link.href
}

/** Returns the account of a link's token; undefined for a token that is not signed here. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<string | undefined> {
  const [userId = '', signature = ''] = token.split('.')
  if (!isUuid(userId)) return undefined
  const expected = Buffer.from(sign(await readUnsubscribeKey(db), userId))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}

function sign(key: Buffer, userId: string): string {
  return createHmac('sha256', key).update(`weekly-report ${userId}`).digest('base64url')
}
