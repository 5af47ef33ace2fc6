import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startRedis } from './redis.ts'

it('starts a Redis that answers, and takes it away again', async (context) => {
  const server = await startRedis()
  if ('unavailable' in server) {
    context.skip(server.unavailable)
    return
  }
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.setEncoding('utf8').once('data', resolve).once('error', reject)
    socket.write('PING\r\n')
  })
  expect(said).toBe('+PONG\r\n')
  await server.stop()
  const gone = new Promise((_resolve, reject) => {
    connect(server.port, '127.0.0.1').once('error', reject)
  })
  await expect(gone).rejects.toThrow(/ECONNREFUSED/u)
})
