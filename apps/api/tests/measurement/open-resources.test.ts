import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtempSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { killPrograms, openBrowser, startServerProcess } from '../server-process.ts'
import { createResourceProbe } from './open-resources.ts'

afterEach(killPrograms)

/** Readings of one state: the embedded database has one timer of 10 s after a statement, and not in each of them. */
const readings = 8

it('a server at rest holds no more sockets and timers than before 60 answers, half of them left by their reader', async () => {
  const probe = await createResourceProbe()
  const server = startServerProcess({
    DATA_DIR: join(mkdtempSync(join(tmpdir(), 'resources-')), 'data'),
    GUEST_QUESTIONS_PER_MINUTE: '1000',
    ...probe.environment,
  })
  const url = await server.ready
  const person = openBrowser(url)
  await person.post('/api/signup', { email: 'person@example.com', password: 'a phrase of some length' })

  async function use(answers: number): Promise<void> {
    for (let answer = 0; answer < answers; answer += 1) {
      const browser = answer % 3 === 0 ? person : openBrowser(url)
      const response = await browser.post('/api/chat', { text: `How much zinc a day? ${answer}` })
      expect(response.status).toBe(200)
      if (answer % 2 === 0) await response.text()
      else await response.body?.cancel()
    }
    for (const path of [
      '/api/me',
      '/api/conversations?q=zinc',
      '/api/account/export',
      '/api/unknown',
      '/healthz',
    ]) {
      await (await person.get(path)).arrayBuffer()
    }
    await (await openBrowser(url).post('/api/login', { email: 'a@example.com', password: 'wrong' })).text()
  }

  /** The fewest that are open while nothing is asked. */
  async function held(): Promise<number> {
    const counts: number[] = []
    await probe.read()
    for (let reading = 0; reading < readings; reading += 1) counts.push((await probe.read()).length)
    return Math.min(...counts)
  }

  // The first answers open what stays open, such as the connection of the database.
  await use(6)
  const atRest: number[] = []
  await expect
    .poll(async () => atRest.push(await held()) > 3 && new Set(atRest.slice(-3)).size, {
      timeout: 60_000,
      interval: 2000,
    })
    .toBe(1)
  const before = atRest.at(-1) ?? 0
  await use(60)
  await expect.poll(held, { timeout: 60_000, interval: 2000 }).toBeLessThanOrEqual(before)
}, 240_000)
