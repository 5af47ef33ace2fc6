// The thread of the embedded database: PGlite holds the event loop for each statement, which would delay every token of
// an answer. It takes and gives the bytes of PostgreSQL's protocol, so that the driver of PostgreSQL serves both databases.
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'

/** Location that the thread opens: a folder, or memory, filled from a file with what `dumpDataDir` gave. */
export interface EmbeddedLocation {
  dataDir?: string
  template?: string
}

/** Message to the thread: a chunk of one connection, with whole messages of the protocol, a wish for an image of the data, or the end. */
export type ToEmbedded = { connection: number; bytes: Uint8Array<ArrayBuffer> } | 'image' | 'close'

/** Message from the thread. */
export type FromEmbedded =
  | { connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { image: Uint8Array<ArrayBuffer> }
  | 'ready'

// Files of tables and indexes that the embedded database keeps open. It would open one for each that it has ever touched,
// and leave few of the process's files for connections.
const openTables = 64

if (parentPort === null) throw new Error('The embedded database runs in a thread of its own.')
const port = parentPort

const location: EmbeddedLocation = workerData
const database = await PGlite.create({
  extensions: { pg_trgm: trigrams },
  startParams: [...PGlite.defaultStartParams, '-c', `max_files_per_process=${openTables}`],
  ...(location.dataDir === undefined ? {} : { dataDir: location.dataDir }),
  ...(location.template === undefined ? {} : { loadDataDir: await openAsBlob(location.template) }),
})

let current = 0
let last = Promise.resolve()

const send = (message: FromEmbedded, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

async function answer(message: ToEmbedded): Promise<void> {
  if (message === 'close') {
    await database.close()
    port.close()
    return
  }
  if (message === 'image') {
    const image = new Uint8Array(await (await database.dumpDataDir('gzip')).arrayBuffer())
    send({ image }, [image.buffer])
    return
  }
  const { connection, bytes } = message
  if (connection !== current) {
    // The database has one session: the connection before may have ended within a transaction.
    if (current > 0) {
      await database.exec('rollback')
      await database.exec('discard all')
    }
    current = connection
  }
  // Copied, because the result may be part of the memory of the database.
  const reply = Uint8Array.from(await database.execProtocolRaw(bytes))
  send({ connection, bytes: reply }, [reply.buffer])
}

port.on('message', (message: ToEmbedded) => {
  last = last.then(() => answer(message))
})
send('ready')
