import { jobListSchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Lane } from '../db/job-schema.ts'
import { newId } from '../platform/process/ids.ts'
import { createLog } from '../platform/process/log.ts'
import { JobFailure, type JobHandler, type JobQueue, type JobReport, startJobQueue } from './job-queue.ts'

let test: TestApp
let queues: JobQueue[]
let handle: JobHandler
let reports: JobReport[]
beforeEach(async () => {
  queues = []
  reports = []
  handle = () => Promise.resolve()
  test = await openTestApp({ database: await openTestDatabase() })
})
afterEach(async () => {
  for (const queue of queues) await queue.stop()
  await test.close()
})

async function start(handler: JobHandler = (data, signal) => handle(data, signal)) {
  const queue = await startJobQueue(test.database, {
    log: createLog('silent'),
    handlers: {
      uploads: handler,
      sources: handler,
      evaluations: handler,
      reports: handler,
      handovers: handler,
      webhooks: handler,
    },
    onReport: (report) => reports.push(report),
  })
  queues.push(queue)
  return queue
}

async function add(queue: JobQueue, owner: string = newId(), lane: Lane = 'uploads'): Promise<string> {
  const id = newId()
  await queue.prepare()
  await test.database.db.transaction((tx) => queue.send(tx, lane, { id }, owner))
  queue.wake(lane)
  return id
}

const open = async (queue: JobQueue) => {
  const app = await openTestApp({ database: test.database, queue })
  const admin = await app.signIn(await app.addUser({ role: 'admin' }))
  const call = (method: string, path: string) =>
    app.app.request(`/api/admin/jobs${path}`, {
      method,
      headers: { cookie: admin, 'sec-fetch-site': 'same-origin' },
    })
  return {
    call,
    list: async (query = '') => jobListSchema.parse(await (await call('GET', query)).json()),
  }
}

it('runs a job once, whichever of two instances takes it', async () => {
  const done: string[] = []
  const [one] = [
    await start(async ({ id }) => void done.push(id)),
    await start(async ({ id }) => void done.push(id)),
  ]
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await add(one))
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(6)
  expect(done.toSorted()).toEqual(ids.toSorted())
})

it('has no job of a transaction that failed', async () => {
  const queue = await start()
  await queue.prepare()
  const failing = test.database.db.transaction(async (tx) => {
    await queue.send(tx, 'uploads', { id: newId() }, 'shared')
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect((await (await open(queue)).list()).items).toEqual([])
})

it('repeats a failed job after a pause, and shows its failure without the texts of an error', async () => {
  const secret = 'the question of a person'
  let attempts = 0
  const second = Promise.withResolvers<void>()
  handle = async () => {
    attempts += 1
    if (attempts === 1) throw new TypeError(secret)
    await second.promise
  }
  const queue = await start()
  await add(queue)
  const { list } = await open(queue)
  await expect.poll(async () => (await list('?state=running')).items[0]?.retries, { timeout: 30_000 }).toBe(1)
  const [job] = (await list()).items
  expect(job).toMatchObject({ lane: 'uploads', state: 'running', error: 'TypeError', subject: '' })
  expect(JSON.stringify(await list())).not.toContain(secret)
  second.resolve()
  await expect.poll(async () => (await list()).counts.completed, { timeout: 30_000 }).toBe(1)
  expect(reports.map(({ result }) => result)).toEqual(['failed', 'completed'])
})

it('lists a job that has failed for good, and repeats it when an administrator says so', async () => {
  handle = () => Promise.reject(new JobFailure('The disk is full.'))
  const queue = await start()
  await queue.stop()
  await add(queue)
  await test.database.db.execute(sql`update pgboss.job set retry_limit = 0`)
  const again = await start()
  const { list, call } = await open(again)
  await expect.poll(async () => (await list()).counts.failed, { timeout: 30_000 }).toBe(1)
  const [failed] = (await list('?state=failed')).items
  expect(failed).toMatchObject({ state: 'failed', error: 'The disk is full.' })
  handle = () => Promise.resolve()
  expect((await call('POST', `/uploads/${newId()}/retry`)).status).toBe(404)
  expect((await call('POST', `/other/${failed?.id}/retry`)).status).toBe(404)
  expect((await call('POST', `/uploads/${failed?.id}/retry`)).status).toBe(200)
  await expect.poll(async () => (await list()).counts.completed, { timeout: 30_000 }).toBe(1)
  expect((await call('POST', `/uploads/${failed?.id}/retry`)).status).toBe(404)
})

it('lists jobs page by page, the newest first', async () => {
  const queue = await start()
  await queue.stop()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await add(queue))
  const { list, call } = await open(queue)
  const first = await list('?limit=3')
  const second = await list(`?limit=3&cursor=${encodeURIComponent(first.next_cursor ?? '')}`)
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5)
  expect(first.counts).toEqual({ waiting: 5, running: 0, completed: 0, failed: 0 })
  expect((await call('GET', '?cursor=x')).status).toBe(400)
})

it('stores no id of an owner, who may be deleted before the job is', async () => {
  const queue = await start(async () => undefined)
  const owner = newId()
  await add(queue, owner)
  const { rows } = await test.database.db.execute<{ job: string }>(
    sql`select job::text as job from pgboss.job as job`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ job }) => job.includes(owner))).toEqual([])
})

it('lets nobody fill a lane: jobs of one owner wait for each other', async () => {
  const release = Promise.withResolvers<void>()
  const running = new Set<string>()
  handle = async ({ id }) => {
    running.add(id)
    await release.promise
  }
  const queue = await start()
  const [busy, other] = [newId(), newId()]
  const first = await add(queue, busy)
  await add(queue, busy)
  const third = await add(queue, other)
  await expect.poll(() => [...running].toSorted(), { timeout: 30_000 }).toEqual([first, third].toSorted())
  release.resolve()
  await expect.poll(() => running.size, { timeout: 30_000 }).toBe(3)
})

it('leaves workers of webhooks to other owners, however many wait for one', async () => {
  const release = Promise.withResolvers<void>()
  const running = new Set<string>()
  handle = async ({ id }) => {
    running.add(id)
    await release.promise
  }
  const queue = await start()
  const send = (owner: string) => add(queue, owner, 'webhooks')
  const [busy, other] = [newId(), newId()]
  const first = [await send(busy), await send(busy)]
  const rest = [await send(busy), await send(busy)]
  const last = await send(other)
  await expect.poll(() => [...running].toSorted(), { timeout: 30_000 }).toEqual([...first, last].toSorted())
  release.resolve()
  await expect.poll(() => running.size, { timeout: 30_000 }).toBe(first.length + rest.length + 1)
})
