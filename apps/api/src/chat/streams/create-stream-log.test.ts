import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StartError } from '../../platform/process/start-error.ts'
import { createStreamLog } from './create-stream-log.ts'

let noRedis: Server
let port: number | undefined
beforeAll(async () => {
  noRedis = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => {
    noRedis.listen(0, '127.0.0.1', resolve)
  })
  const address = noRedis.address()
  port = typeof address === 'object' ? address?.port : undefined
})
afterAll(() => noRedis.close())

it.each([
  ['is not there', () => 1, 'nothing listens there'],
  ['is none', () => port, 'Socket closed unexpectedly'],
])('says in one sentence, without its password, that a Redis %s', async (_, portOf, reason) => {
  const at = `127.0.0.1:${portOf()}`
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) })
  const opening = createStreamLog({ url: `redis://u:s3cret@${at}` }, log, () => undefined)
  await expect(opening).rejects.toThrow(
    new StartError(`Redis cannot be used (REDIS_URL at ${at}): ${reason}.`),
  )
  expect(logged).toEqual([])
})
