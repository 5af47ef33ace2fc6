import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page and its scripts to the browser under measurement. */
export interface PageServer {
  readonly address: string
  close(): void
}

/** Files by path, `folder/main.js`; every folder is a page that loads its `main.js`. */
export async function servePages(files: ReadonlyMap<string, Uint8Array>, html: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    // Isolated pages get a clock of 5 µs instead of 100 µs.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    const name = (request.url ?? '').slice(1)
    const file = files.get(name)
    if (name.endsWith('/')) response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    else if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript').end(file)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
