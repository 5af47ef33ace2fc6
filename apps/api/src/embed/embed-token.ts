import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { readTokenKeys } from '../db/deployment-keys.ts'

/** Subject of a token: one visitor of one widget. */
export interface EmbedVisitor {
  /** The configurator's id; empty for the site's own widget. */
  cfg: string
  /** Key of the widget's list of origins that the visitor's page was checked against. */
  origins: string
  /** Random, made with the visitor's first token; a signed-in visitor's session is found by it. */
  visitor: string
  /** True once the page has named a visitor: without a session they are a guest, whoever used the frame before. */
  identified: boolean
}

/** Lifetime of a token, in seconds (wire protocol, "The embed"). */
export const tokenSeconds = 3600

/** Signs and reads the tokens that embedded visitors carry where cookies are blocked. */
export interface EmbedTokens {
  issue: (visitor: EmbedVisitor, now: Date) => Promise<string>
  /** The visitor; none when the token is not ours or has run out. */
  read: (token: string, now: Date) => Promise<EmbedVisitor | undefined>
}

const claimsSchema = z.object({
  cfg: z.string(),
  visitor: z.string().min(1),
  /** Absent in tokens of an earlier version, which must be renewed. */
  origins: z.string().default(''),
  identified: z.boolean().default(false),
  exp: z.number(),
})

/** The tokens of one database: its keys are the same for every instance. During a rotation two are valid. */
export function createEmbedTokens(db: Db): EmbedTokens {
  return {
    async issue({ cfg, visitor, origins, identified }, now) {
      const exp = Math.floor(now.getTime() / 1000) + tokenSeconds
      const payload = Buffer.from(JSON.stringify({ cfg, visitor, origins, identified, exp })).toString(
        'base64url',
      )
      const { current } = await readTokenKeys(db, now)
      return `${payload}.${sign(current, payload).toString('base64url')}`
    },
    async read(token, now) {
      const [payload = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0 || payload === '') return undefined
      const given = Buffer.from(signature, 'base64url')
      const { valid } = await readTokenKeys(db, now)
      if (!valid.some((key) => isEqual(given, sign(key, payload)))) return undefined
      const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      if (!claims.success || claims.data.exp * 1000 <= now.getTime()) return undefined
      const { cfg, visitor, origins, identified } = claims.data
      return { cfg, visitor, origins, identified }
    },
  }
}

function sign(key: Buffer, payload: string): Buffer {
  return createHmac('sha256', key).update(payload).digest()
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
