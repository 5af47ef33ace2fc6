import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { packageRoot } from '../package-root.ts'
import { queryGate, yieldBetweenQueries } from './pglite-queue.ts'

let client: PGlite
beforeAll(async () => {
  client = await PGlite.create()
})
afterAll(() => client.close())

it('is checked against this version of PGlite: read how it runs queries again before changing the number', () => {
  const manifest = path.join(packageRoot, 'node_modules/@electric-sql/pglite/package.json')
  expect(Object(JSON.parse(readFileSync(manifest, 'utf8'))).version).toBe('0.5.16')
})

it('passes every query, also those of a transaction, through the gate', async () => {
  const gate = vi.spyOn(client, queryGate)
  await client.query('SELECT 1')
  await client.transaction(async (tx) => {
    await tx.query('SELECT 2')
    await tx.query('SELECT 3')
  })
  // BEGIN and COMMIT, too.
  expect(gate.mock.calls.length).toBeGreaterThanOrEqual(5)
  gate.mockRestore()
})

it('gives the event loop turns while many queries wait', async () => {
  yieldBetweenQueries(client)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await Promise.all(
    Array.from({ length: 200 }, () => client.query('SELECT sum(n) FROM generate_series(1, 20000) AS n')),
  )
  clearInterval(timer)
  await wait(0)
  expect(turns).toBeGreaterThan(10)
})
