import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { readTokenKey } from '../db/deployment-keys.ts'

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

/** The tokens of one database: its key is made at the first use, and the same for every instance. */
export function createEmbedTokens(db: Db): EmbedTokens {
  let known: Promise<Buffer> | undefined

  function key(): Promise<Buffer> {
    known ??= readTokenKey(db).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  async function sign(payload: string): Promise<Buffer> {
    return createHmac('sha256', await key())
      .update(payload)
      .digest()
  }

  return {
    async issue({ cfg, visitor, origins, identified }, now) {
      const exp = Math.floor(now.getTime() / 1000) + tokenSeconds
      const payload = Buffer.from(JSON.stringify({ cfg, visitor, origins, identified, exp })).toString(
        'base64url',
      )
      return `${payload}.${(await sign(payload)).toString('base64url')}`
    },
    async read(token, now) {
      const [payload = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0 || payload === '') return undefined
      const expected = await sign(payload)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      if (!claims.success || claims.data.exp * 1000 <= now.getTime()) return undefined
      const { cfg, visitor, origins, identified } = claims.data
      return { cfg, visitor, origins, identified }
    },
  }
}
