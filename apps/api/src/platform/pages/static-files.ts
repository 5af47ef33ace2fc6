import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AppContext } from '../http/app-env.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pmtiles': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.mjs',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
  '.xml',
])

// `/assets/name-BhX3k9_a.js`: Vite's digest has eight characters, before the extension.
const hashedName = /^\/assets\/.*-[\w-]{8}\.\w+$/u

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Files of one folder, found by their exact address. */
export interface StaticFiles {
  /** The file's answer, `304` when the browser has it already; `undefined` when there is none. */
  serve: (c: AppContext, path: string, headers?: Record<string, string>) => Promise<Response | undefined>
}

/**
 * Serves the files below `folder`, which may be missing, and built anew at any time. Source maps and dot files are
 * not served, nor what a link leads to. Scripts inside of a document are named by their digests in `scriptDigests` of
 * the context. Compressed forms are made at the first request that accepts them, and kept.
 */
export function openStaticFiles(folder: string): StaticFiles {
  const kept = new Map<string, { version: string; bytes: Promise<Buffer<ArrayBuffer>> }>()
  const digests = new Map<string, { version: string; sources: string[] }>()

  /** Digests of the scripts inside of a document, as sources of the content security policy. */
  async function scriptDigests(path: string, version: string): Promise<string[]> {
    const found = digests.get(path)
    if (found?.version === version) return found.sources
    const html = await readFile(join(folder, path), 'utf8')
    const sources = inlineScripts(html).map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    digests.set(path, { version, sources })
    return sources
  }

  async function read(
    path: string,
    version: string,
    encoding: Encoding | undefined,
  ): Promise<Buffer<ArrayBuffer>> {
    const file = join(folder, path)
    if (encoding === undefined) return readFile(file)
    const key = `${encoding} ${path}`
    const found = kept.get(key)
    if (found?.version === version) return found.bytes
    const bytes = readFile(file).then((plain) => compress(plain, encoding))
    kept.set(key, { version, bytes })
    bytes.catch(() => kept.delete(key))
    return bytes
  }

  return {
    async serve(c, path, headers = {}) {
      if (!isServed(path)) return undefined
      const found = await orMissing(lstat(join(folder, path)))
      if (found?.isFile() !== true) return undefined
      const { size, mtimeMs } = found
      const extension = extname(path).toLowerCase()
      const varies = compressible.has(extension) && size > 1024
      const encoding = varies ? acceptedEncoding(c.req.header('accept-encoding')) : undefined
      const version = createHash('sha256')
        .update(`${path} ${size} ${mtimeMs}`)
        .digest('base64url')
        .slice(0, 22)
      const tag = `"${version}${encoding === undefined ? '' : `-${encoding}`}"`
      const common = {
        'Cache-Control': hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag: tag,
        ...(varies ? { Vary: 'Accept-Encoding' } : {}),
        ...headers,
      }
      if (extension === '.html') c.set('scriptDigests', await orMissing(scriptDigests(path, version)))
      if (matches(c.req.header('if-none-match'), tag)) return c.body(null, 304, common)
      // A build may take it away at any moment.
      const body = await orMissing(read(path, version, encoding))
      if (body === undefined) return undefined
      return c.body(body, 200, {
        ...common,
        'Content-Type': types[extension] ?? 'application/octet-stream',
        'Content-Length': String(body.length),
        ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      })
    },
  }
}

// No segment begins with a dot, so that none leads upwards; a backslash would be a separator on Windows.
function isServed(path: string): boolean {
  return /^(?:\/[^/\\\0.][^/\\\0]*)+$/u.test(path) && !path.endsWith('.map')
}

async function orMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']
    if (error instanceof Error && 'code' in error && missing.includes(String(error.code))) return undefined
    throw error
  }
}

function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const refused = /;\s*q=0(?:\.0*)?$/u
  const accepted = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => item.trim())
      .filter((item) => !refused.test(item))
      .map((item) => item.split(';')[0]?.trim()),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : undefined
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  return encoding === 'br' ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : zip(plain)
}

// A proxy that compresses or copies may weaken a tag; the bytes it stands for are the same.
function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((item) => item.trim().replace(/^W\//u, '') === tag)
}

/** The scripts without an address, as our builds write them: the texts that the browser takes the digests of. */
function inlineScripts(html: string): string[] {
  return html
    .split('<script>')
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('</script>')
      return end === -1 ? [] : [part.slice(0, end)]
    })
}
