import { Client, Pool } from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { isDatabaseAway } from './database-failure.ts'
import { type EmbeddedClient, startEmbedded } from './embedded-client.ts'

let embedded: EmbeddedClient
beforeEach(async () => {
  embedded = await startEmbedded({ template: inject('databaseTemplate') })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await embedded.close()
})

const clients: Client[] = []

async function connect(): Promise<Client> {
  const client = new Client({ stream: embedded.connect, user: 'postgres', database: 'postgres', ssl: false })
  await client.connect()
  clients.push(client)
  return client
}

it('leaves the event loop free during a statement', async () => {
  const client = await connect()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await client.query('select sum(n) from generate_series(1, 2000000) as n')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

it('answers many queries at once, each with its own rows', async () => {
  const pool = new Pool({
    stream: embedded.connect,
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  const results = await Promise.all(
    numbers.map((number) => pool.query("select $1::integer as number, repeat('x', 3000) as text", [number])),
  )
  await pool.end()
  expect(results.map(({ rows }) => rows[0].number)).toEqual(numbers)
})

it('goes on after a statement that fails', async () => {
  const client = await connect()
  await client.query('create table notes (id integer primary key)')
  await client.query('insert into notes values ($1)', [1])
  await expect(client.query('insert into notes values ($1)', [1])).rejects.toMatchObject({ code: '23505' })
  await client.query('begin')
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(client.query('select id from notes')).rejects.toMatchObject({ code: '25P02' })
  await client.query('rollback')
  expect((await client.query('select id from notes')).rows).toEqual([{ id: 1 }])
})

it('ends what a connection has begun when the next one takes its place', async () => {
  const first = await connect()
  await first.query('create table notes (id integer)')
  await first.query('begin')
  await first.query('insert into notes values (1)')
  await first.query("set time zone 'Asia/Tokyo'")
  await first.end()
  const second = await connect()
  expect((await second.query('select id from notes')).rows).toEqual([])
  expect((await second.query('show time zone')).rows).not.toEqual([{ TimeZone: 'Asia/Tokyo' }])
})

it('rejects with a reason when the location cannot be opened', async () => {
  await expect(startEmbedded({ dataDir: '/dev/null/data' })).rejects.toThrow(/ENOTDIR|not a directory/iu)
})

it('fails as unreachable once it is closed', async () => {
  const client = await connect()
  client.on('error', () => undefined)
  await embedded.close()
  const failure: unknown = await client.query('select 1').catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
})
