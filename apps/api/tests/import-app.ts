import { type ContentImport, contentImportSchema, importStartedSchema } from '@org/api-client/contract'
import { expect } from 'vitest'
import type { NetworkAccess } from '../src/content/fetching/public-addresses.ts'
import { continueImport } from '../src/content/imports/imports.store.ts'
import { runImport } from '../src/content/imports/run-import.ts'
import { type JobHandler, startJobQueue } from '../src/jobs/job-queue.ts'
import { createLog } from '../src/platform/process/log.ts'
import { openTestApp } from './test-app.ts'
import { openTestDatabase } from './test-database.ts'

/** A file of an upload. */
export type UploadedFile = [name: string, content: string | Uint8Array]

/** The app with a job queue that imports uploads. */
export async function openImportApp({
  storageBytes = 10_000_000,
  networkAccess = 'clients',
  turnMs,
}: { storageBytes?: number; networkAccess?: NetworkAccess; turnMs?: number } = {}) {
  const database = await openTestDatabase()
  const log = createLog('silent')
  const now = () => new Date()
  const limits = { storageBytes, networkAccess, ...(turnMs !== undefined && { turnMs }) }
  let turns = 0
  const run: JobHandler = async ({ id }, signal) => {
    turns += 1
    const ending = await runImport(id, { db: database.db, now, ...limits, signal })
    if (ending === 'unfinished') await continueImport(database.db, queue, id)
  }
  const queue = await startJobQueue(database, {
    log,
    handlers: { uploads: run, sources: run, evaluations: run, reports: run, handovers: run, webhooks: run },
  })
  const content = { editsPerMinute: 1000, storageBytes }
  const app = await openTestApp({ database, queue, config: { content } })

  async function person(role: 'client' | 'admin', email?: string) {
    const user = await app.addUser({ role, ...(email === undefined ? {} : { email }) })
    const cookie = await app.signIn(user)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      app.app.request(`/api/admin${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { ...headers, 'content-type': 'application/json', ...more },
      })
    const send = async (files: readonly UploadedFile[], fields: Record<string, string> = {}) => {
      const form = new FormData()
      const given = { author: 'Kitchen', status: 'published', ...fields }
      for (const [name, value] of Object.entries(given)) form.append(name, value)
      for (const [name, bytes] of files)
        form.append('files', new File([new Uint8Array(Buffer.from(bytes))], name))
      const written = new Response(form)
      return app.app.request('/api/admin/knowledge/uploads', {
        method: 'POST',
        body: await written.arrayBuffer(),
        headers: { ...headers, 'content-type': written.headers.get('content-type') ?? '' },
      })
    }
    const readImport = async (id: string): Promise<ContentImport> =>
      contentImportSchema.parse(await (await call('GET', `/knowledge/jobs/${id}`)).json())
    /** Resolves with the import once it is done. */
    const finished = async (id: string): Promise<ContentImport> => {
      await expect
        .poll(async () => (await readImport(id)).status, { timeout: 55_000, interval: 50 })
        .toBe('done')
      return readImport(id)
    }
    return {
      id: user.id,
      email: user.email,
      call,
      send,
      finished,
      /** Uploads files and resolves with the import once it is done. */
      async upload(files: readonly UploadedFile[], fields: Record<string, string> = {}) {
        const response = await send(files, fields)
        expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
        return finished(importStartedSchema.parse(await response.json()).job_id)
      },
    }
  }

  return {
    ...app,
    queue,
    /** Number of times that a worker has had an import. */
    turns: () => turns,
    person,
    async close() {
      await queue.stop()
      await app.close()
    },
  }
}
