import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bundlePage } from '../bundle-page.ts'
import { peersFolder } from '../folders.ts'
import type { WidgetPage } from './pages.ts'

/** A server on the loopback interface. */
export interface Site {
  origin: string
  close: () => void
}

/** Compresses as well as brotli can. */
export const brotli = promisify(brotliCompress)

// As our server does.
const served = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** The embedding site: one page, under another name than the widgets' servers, which is another site to a browser. */
export async function serveHost(html: string, policy?: string): Promise<Site> {
  return listen('localhost', (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (policy !== undefined) response.setHeader('content-security-policy', policy)
    response.end(html)
  })
}

/** A peer's own server: its files, in brotli as ours gives them out, and what its widget asks for. */
export async function servePeer({ files, sameSite, answers = {} }: WidgetPage): Promise<Site> {
  const at = files && 'at' in files && files.at !== undefined ? files.at : '/w/'
  const read = await reader(files)
  const compressed = new Map<string, Promise<Buffer | null>>()
  const fileOf = (name: string): Promise<Buffer | null> => {
    const file = compressed.get(name) ?? read(name).then((body) => body && brotli(body, served))
    compressed.set(name, file)
    return file
  }
  return listen(sameSite ? 'localhost' : '127.0.0.1', async ({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    response.setHeader('access-control-allow-origin', headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader(
      'access-control-allow-headers',
      headers['access-control-request-headers'] ?? 'content-type',
    )
    response.setHeader('cache-control', 'no-store')
    // The document of a frame stands beside its files.
    const name =
      `${pathname}/` === at ? 'index.html' : pathname.startsWith(at) ? pathname.slice(at.length) : ''
    const file = name === '' ? null : await fileOf(name)
    const answer = Object.entries(answers).find(([start]) => pathname.startsWith(start))
    if (file !== null) {
      response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream')
      response.setHeader('content-encoding', 'br').end(file)
    } else if (answer !== undefined) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer[1]))
    } else response.writeHead(404).end()
  })
}

/** Returns the brotli size of a script or style sheet by its URL; each is requested once. */
export function brotliSizes(): (address: string) => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  const weigh = async (address: string): Promise<number> => {
    const response = await fetch(address)
    return (await brotli(await response.arrayBuffer())).length
  }
  return (address) => {
    const size = sizes.get(address) ?? weigh(address)
    sizes.set(address, size)
    return size
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function reader(files: WidgetPage['files']): Promise<(name: string) => Promise<Uint8Array | null>> {
  if (files === undefined) return () => Promise.resolve(null)
  if ('folder' in files) {
    const folder = path.join(peersFolder, 'node_modules', files.folder)
    return (name) => readFile(path.join(folder, name)).catch(() => null)
  }
  // A peer that comes as components, as an application would ship it with React.
  const entry = path.join(peersFolder, 'widget', files.bundle)
  const bundled = await bundlePage({ entryPoints: [entry], splitting: true })
  return (name) => Promise.resolve(bundled.get(name) ?? null)
}

async function listen(
  host: 'localhost' | '127.0.0.1',
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Site> {
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
