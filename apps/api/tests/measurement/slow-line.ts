import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy in front of a server, with a configurable delay. */
export interface SlowLine {
  /** The server's address by this line. */
  url: string
  /** Delays everything that the server sends. */
  delay: (ms: number) => void
  /** Holds everything until `goOn()` without closing, as when a machine freezes. */
  hold: () => void
  goOn: () => void
  close: () => Promise<void>
}

/** Opens a line to the server of an address such as `postgres://127.0.0.1:5432/postgres`. */
export async function openSlowLine(url: string): Promise<SlowLine> {
  const { hostname, port } = new URL(url)
  let delayMs = 0
  let held = Promise.withResolvers<void>()
  held.resolve()
  const sockets = new Set<Socket>()

  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    let before = Promise.resolve()
    const later = (act: () => void) => {
      before = Promise.all([before, sleep(delayMs)])
        .then(() => held.promise)
        .then(act)
    }
    near.on('data', (piece) => far.write(piece))
    near.on('close', () => far.end())
    far.on('data', (piece) => later(() => near.write(piece)))
    far.on('close', () => later(() => near.destroy()))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')

  const here = new URL(url)
  const address = line.address()
  here.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: here.href,
    delay(ms) {
      delayMs = ms
    },
    hold() {
      held = Promise.withResolvers()
    },
    goOn() {
      held.resolve()
    },
    async close() {
      held.resolve()
      line.close()
      for (const socket of sockets) socket.destroy()
      await once(line, 'close')
    },
  }
}
