import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { entryFile } from '../package-root.ts'
import type { EmbeddedLocation, FromEmbedded, ToEmbedded } from './embedded-thread.ts'

/** The embedded database, which runs in a thread of its own. */
export interface EmbeddedClient {
  /** Opens a connection for node-postgres. The database has one session: one connection may be open at a time. */
  connect: () => Duplex
  /** Makes a compressed image of the data. */
  image: () => Promise<Uint8Array<ArrayBuffer>>
  /** Closes the database when all that was sent is done. */
  close: () => Promise<void>
}

const entry = entryFile('embedded-thread', 'db/embedded-thread.ts')

/** Message kind `Terminate` of PostgreSQL's protocol, which ends a session: the database has one that stays. */
const terminate = 'X'.charCodeAt(0)

/**
 * Starts the thread and opens the database.
 *
 * @throws what PGlite throws when it cannot open the location
 */
export async function startEmbedded(location: EmbeddedLocation): Promise<EmbeddedClient> {
  const worker = new Worker(entry, {
    workerData: location,
    name: 'embedded-database',
    // Modules of `node --import`, such as an exporter with a port of its own, are loaded into the server alone.
    execArgv: [],
    env: {},
  })
  const connections = new Map<number, EmbeddedConnection>()
  const images: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = []
  let opened = 0
  let failure: Error | undefined

  const closed = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromEmbedded) => {
      if (message === 'ready') resolve()
      else if ('image' in message) images.shift()?.resolve(message.image)
      else connections.get(message.connection)?.receive(message.bytes)
    })
    let cause: Error | undefined
    worker.on('error', (error) => {
      cause = error
      reject(error)
    })
    worker.on('exit', () => {
      // In the words of node-postgres, by which the database counts as unreachable.
      failure = new Error('Connection terminated: the embedded database has ended.', { cause })
      reject(failure)
      for (const connection of connections.values()) connection.destroy(failure)
      for (const image of images.splice(0)) image.reject(failure)
    })
  })

  const send = (message: ToEmbedded, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)
  return {
    connect() {
      opened += 1
      const number = opened
      const connection = new EmbeddedConnection((bytes) => {
        if (failure !== undefined) throw failure
        send({ connection: number, bytes }, [bytes.buffer])
      })
      connections.set(number, connection)
      connection.once('close', () => connections.delete(number))
      return connection
    },
    image() {
      const image = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
      if (failure === undefined) {
        images.push(image)
        send('image')
      } else image.reject(failure)
      return image.promise
    },
    async close() {
      if (failure === undefined) send('close')
      await closed
    },
  }
}

/** A stream in place of a socket, with the methods of a socket that node-postgres calls. */
class EmbeddedConnection extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.push(Buffer.from(bytes.buffer))
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Replies are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#write(Uint8Array.from(chunk), done)
  }

  // node-postgres writes several chunks for one query: they are sent as one.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#write(Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk))), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #write(bytes: Uint8Array<ArrayBuffer>, done: (error?: Error | null) => void): void {
    try {
      if (bytes[0] !== terminate) this.#send(bytes)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
