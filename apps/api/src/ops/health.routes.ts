import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Lifecycle } from '../platform/process/lifecycle.ts'

const readyWithinMs = 2000

/** `/healthz`: the process answers. `/readyz`: it should be sent work, because its database answers too. */
export function mountHealth(app: Hono<AppEnv>, options: { db: Db; lifecycle: Lifecycle }): void {
  app.get('/healthz', (c) => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }))

  app.get('/readyz', async (c) => {
    const ready = !options.lifecycle.stopping && (await answers(options.db))
    if (!ready) throw new HttpError('unavailable', 'Not ready.', { retryAfterSeconds: 5 })
    return c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' })
  })
}

async function answers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), readyWithinMs)
  })
  try {
    return await Promise.race([db.execute(sql`select 1`).then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
