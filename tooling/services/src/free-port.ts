import { createServer } from 'node:net'

/** A TCP port on 127.0.0.1 that nothing listened on a moment ago. */
export function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.on('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => {
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('The system named no free port.'))
    })
  })
  return promise
}
