import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut, with all that is on its way in it. */
export interface CutLine {
  /** The server's address over this line. */
  url: string
  /** Breaks every connection, and refuses new ones. */
  cut: () => void
  /** Lets connections through again. */
  mend: () => void
  close: () => Promise<void>
}

/** Opens a line to a server: a browser that is set offline alone keeps the connections that it has. */
export async function openLine(server: string): Promise<CutLine> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The other end goes as it comes.
    socket.on('error', () => undefined)
  }
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const listener = createServer((near) => {
    keep(near)
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port: own } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    cut: () => {
      isCut = true
      breakAll()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      breakAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}
