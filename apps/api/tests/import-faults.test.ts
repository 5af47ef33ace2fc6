import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  articleListSchema,
  contentImportSchema,
  importStartedSchema,
  jobListSchema,
} from '@org/api-client/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { killPrograms, startProgram, startServerProcess } from './server-process.ts'
import { startTestPostgres } from './services.ts'
import { cookieOf } from './test-app.ts'

/** More of them by `pnpm --filter @org/api run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 2)
const files = 5
const sections = 12

afterEach(killPrograms)

const account = { email: 'admin@example.com', password: 'a phrase of some length' }

/** A file whose article has as many passages as `sections`. */
const textOf = (name: string) =>
  [
    `# ${name}`,
    ...Array.from({ length: sections }, (_one, index) => `## Part ${index}\n\nBorage ${name} ${index}.`),
  ].join('\n\n')

async function signIn(url: string) {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const signedIn = { ...headers, cookie: cookieOf(response) }
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/api/admin${path}`, { headers: signedIn })).json()
  return {
    read,
    async upload(names: readonly string[]): Promise<string> {
      const form = new FormData()
      form.append('author', 'Kitchen')
      form.append('status', 'published')
      for (const name of names) form.append('files', new File([textOf(name)], name))
      const sent = await fetch(`${url}/api/admin/knowledge/uploads`, {
        method: 'POST',
        body: form,
        headers: signedIn,
      })
      return importStartedSchema.parse(await sent.json()).job_id
    },
  }
}

describe.each([
  { where: 'the embedded database', postgres: undefined },
  { where: 'PostgreSQL', postgres: await startTestPostgres() },
])('kill -9 during an import on $where', ({ where, postgres }) => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'org-api-import-faults-'))
  })
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await postgres?.stop()
  })

  it.skipIf(postgres === undefined && where === 'PostgreSQL')(
    `loses no job and leaves no half article (${rounds} rounds)`,
    async () => {
      const environment: Record<string, string> = {
        DEMO: 'off',
        ...(postgres === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: postgres.url }),
      }
      const made = startProgram('cli/admin', ['create-admin', account.email], environment, {
        input: account.password,
      })
      expect(await made.exited).toMatchObject({ code: 0 })
      const imports: string[] = []
      let server = startServerProcess(environment)
      for (let round = 0; round < rounds; round += 1) {
        const admin = await signIn(await server.ready)
        const names = Array.from({ length: files }, (_one, index) => `${round}-${index}.md`)
        imports.push(await admin.upload(names))
        // Somewhere in the time that the import takes.
        await sleep(randomInt(0, 2500))
        server.signal('SIGKILL')
        await server.exited
        server = startServerProcess(environment)
      }
      const admin = await signIn(await server.ready)
      for (const id of imports) {
        const read = async () => contentImportSchema.parse(await admin.read(`/knowledge/jobs/${id}`))
        await expect.poll(async () => (await read()).status, { timeout: 90_000, interval: 500 }).toBe('done')
        expect(await read()).toMatchObject({ done: files, added: files, failures: [] })
      }
      const { items } = articleListSchema.parse(await admin.read('/knowledge/articles?limit=100'))
      expect(items.map(({ passages }) => passages)).toEqual(
        Array.from({ length: Math.min(100, files * rounds) }, () => sections),
      )
      expect(new Set(items.map(({ title }) => title)).size).toBe(items.length)
      await expect
        .poll(async () => jobListSchema.parse(await admin.read('/jobs')).counts, { timeout: 30_000 })
        .toEqual({ completed: rounds, failed: 0, running: 0, waiting: 0 })
    },
    120_000 + rounds * 30_000,
  )
})
