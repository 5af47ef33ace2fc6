import { Client } from 'pg'
import type { Logger } from 'pino'

/** This instance's mark on a PostgreSQL database that others may use, too. */
export interface InstanceLock {
  /** Returns whether no other instance has the database open. */
  isAlone: () => Promise<boolean>
  close: () => Promise<void>
}

// Any number will do that nothing else in the database locks.
const lockNumber = 7_305_911_499

/**
 * Shares an advisory lock with all instances for as long as this one lives. Whoever could have it alone is alone;
 * PostgreSQL takes it from a process that dies.
 */
export async function openInstanceLock(url: string, log: Logger): Promise<InstanceLock> {
  let session: Promise<Client> | undefined
  let closed = false

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
    client.on('error', () => {
      session = undefined
    })
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [lockNumber])
    return client
  }

  function open(): Promise<Client> {
    const opening = (session ??= connect())
    opening.catch(() => {
      if (session === opening) session = undefined
    })
    return opening
  }

  await open()
  return {
    async isAlone() {
      if (closed) return false
      try {
        const client = await open()
        const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
          lockNumber,
        ])
        if (rows[0]?.alone !== true) return false
        await client.query('select pg_advisory_unlock($1)', [lockNumber])
        return true
      } catch (error) {
        log.warn({ error }, 'it is not known whether other instances run')
        return false
      }
    },
    async close() {
      closed = true
      await session?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
