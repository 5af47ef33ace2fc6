// `pnpm size` in apps/web, after a build: what the first visit of a page loads, gzip, JavaScript and CSS, against
// its budget. Ends with 1 when a page is over it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, type Manifest } from './manifest.ts'

interface Budget {
  page: string
  /** The modules that the page shows itself with, besides the entry. */
  modules: string[]
  /** Kilobytes (1,000 bytes), gzip. */
  limit: number
}

const chatRoute = 'src/routes/chat.route.tsx'

const budgets: Budget[] = [
  { page: '/about', modules: ['src/routes/about.route.tsx'], limit: 127.2 },
  { page: '/products', modules: ['src/routes/products.route.tsx'], limit: 131.2 },
  { page: '/contact', modules: ['src/routes/contact.route.tsx'], limit: 145.4 },
  { page: '/login', modules: ['src/routes/login.route.tsx'], limit: 138.9 },
  { page: '/signup', modules: ['src/routes/signup.route.tsx'], limit: 135.8 },
  { page: '/chat', modules: [chatRoute], limit: 183.1 },
  {
    page: '/chat, then',
    // Fetched once the message box is there, before the first answer needs it.
    modules: [chatRoute, '../../packages/ui-kit/src/engine/thread/answer-view.ts'],
    limit: 229.1,
  },
]

/** Imported on demand by pages that need them seldom, and at once by the chat. */
const shared = new Set(['src/features/chat/engine/site-engine.ts'])

const dist = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist'))
const manifest: Manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
/** Size of the script inside of the document, which is in no chunk's imports. */
const [, inline = ''] =
  /<script>([^]*?)<\/script>/u.exec(readFileSync(path.join(dist, 'index.html'), 'utf8')) ?? []
const inlineSize = gzipSync(inline, { level: 9 }).length

for (const { page, modules, limit } of budgets) {
  const files = new Set(['index.html', ...modules].flatMap((name) => filesOf(manifest, name)))
  const [js, css] = [sizeOf(files, '.js') + inlineSize, sizeOf(files, '.css')]
  const isOver = js + css > limit * 1000
  if (isOver) process.exitCode = 1
  for (const name of carried(files).filter((each) => !modules.includes(each) && !shared.has(each))) {
    process.exitCode = 1
    process.stdout.write(
      `${page.padEnd(11)} loads ${name}, which is imported on demand: see build/chunks.ts\n`,
    )
  }
  const sizes = `${kilobytes(js)} + ${kilobytes(css)} = ${kilobytes(js + css)} KB of ${limit}`
  process.stdout.write(`${page.padEnd(11)} JavaScript + CSS ${sizes}${isOver ? ': too much' : ''}\n`)
}

/**
 * Modules that are imported on demand, and whose code stands in these files all the same: their own chunk is a
 * re-export alone.
 */
function carried(files: ReadonlySet<string>): string[] {
  return Object.entries(manifest)
    .filter(([, { isDynamicEntry, file }]) => isDynamicEntry === true && file.endsWith('.js'))
    .filter(([, { file, imports = [] }]) => {
      const source = readFileSync(path.join(dist, file), 'utf8')
      const own = source.replaceAll(/(?:import|export)\s*\{[^}]*\}(?:\s*from\s*"[^"]+")?;|\/\/#.*/gu, '')
      return own.trim() === '' && imports.some((name) => files.has(manifest[name]?.file ?? ''))
    })
    .map(([name]) => name)
}

/** Bytes, gzip, of those files that end so. */
function sizeOf(files: ReadonlySet<string>, extension: string): number {
  return [...files]
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0)
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
