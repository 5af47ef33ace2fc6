import { createHmac, timingSafeEqual } from 'node:crypto'
import { readUnsubscribeKeys } from '../db/deployment-keys.ts'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../platform/process/ids.ts'

/** Path of the page that ends weekly e-mails. */
export const unsubscribePath = '/unsubscribe'

/** Returns the link that ends the weekly e-mails of an account, without sign-in and for good. */
export async function unsubscribeLink(db: Db | Transaction, userId: string, siteUrl: URL): Promise<string> {
  const link = new URL(unsubscribePath, siteUrl)
  const [key] = await readUnsubscribeKeys(db)
  if (key === undefined) throw new Error('There is no key.')
  link.searchParams.set('token', `${userId}.${sign(key, userId)}`)
  return link.href
}

/** Returns the account of a link's token; undefined for a token that is not signed here. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<string | undefined> {
  const [userId = '', signature = ''] = token.split('.')
  if (!isUuid(userId)) return undefined
  const given = Buffer.from(signature)
  const isSigned = (await readUnsubscribeKeys(db)).some((key) => {
    const expected = Buffer.from(sign(key, userId))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? userId : undefined
}

function sign(key: Buffer, userId: string): string {
  return createHmac('sha256', key).update(`weekly-report ${userId}`).digest('base64url')
}
