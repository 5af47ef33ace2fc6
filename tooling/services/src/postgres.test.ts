import { Client } from 'pg'
import { expect, it } from 'vitest'
import { startPostgres } from './postgres.ts'

it('starts a PostgreSQL that answers, and takes it away again', { timeout: 60_000 }, async (context) => {
  const server = await startPostgres()
  if ('unavailable' in server) {
    context.skip(server.unavailable)
    return
  }
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  expect(rows).toEqual([{ encoding: 'UTF8' }])
  await client.end()
  await server.stop()
  await expect(new Client({ connectionString: server.url }).connect()).rejects.toThrow(/ECONNREFUSED/u)
})
