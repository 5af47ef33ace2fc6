import path from 'node:path'
import { preview } from 'vite'

/** A served catalogue. */
export interface ServedCatalogue {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the built catalogue at a free port. */
export async function serveCatalogue(): Promise<ServedCatalogue> {
  const server = await preview({
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The catalogue listens at no port.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
