// Part of `pnpm build` in apps/web: renders the public pages into `dist/<page>/index.html`, so that they show before
// and without JavaScript, and writes `sitemap.xml` and `robots.txt`. `VITE_SITE_URL` is the address that the site
// will have; without one the sitemap names the reserved domain, which the API server replaces by its own address.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, defaultServerConditions } from 'vite'
import { filesOf, type Manifest } from './manifest.ts'

interface Prerender {
  publicPages: readonly { path: string; file: string }[]
  renderPage: (path: string) => Promise<{ head: string; body: string }>
}

const web = path.resolve(import.meta.dirname, '..')
const dist = path.join(web, 'dist')
const siteUrl = (process.env['VITE_SITE_URL'] || 'https://verdant.example').replace(/\/+$/u, '')
const template = readFileSync(path.join(dist, 'index.html'), 'utf8')
const manifest: Manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
const scratch = mkdtempSync(path.join(tmpdir(), 'org-web-prerender-'))
// React reads it when it runs.
process.env['NODE_ENV'] = 'production'

const { publicPages, renderPage } = await loadRenderer()
for (const page of publicPages) {
  const { head, body } = await renderPage(page.path)
  const folder = path.join(dist, page.path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'index.html'), fill(head + linksOf(page.file), body))
}
writeFileSync(path.join(dist, 'sitemap.xml'), sitemap(publicPages.map((page) => siteUrl + page.path)))
writeFileSync(path.join(dist, 'robots.txt'), robots())
rmSync(scratch, { recursive: true, force: true })
process.stdout.write(`rendered ${publicPages.map((page) => page.path).join(' ')}\n`)

/** Builds the renderer for Node, with every package in it, and loads it. */
async function loadRenderer(): Promise<Prerender> {
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'error',
    publicDir: false,
    // From the packages' sources, as the build for browsers: the names of their styles must be the same.
    ssr: { noExternal: true, resolve: { conditions: ['@org/source', ...defaultServerConditions] } },
    build: { ssr: 'src/prerender.tsx', outDir: scratch, emptyOutDir: true, manifest: false },
  })
  return import(pathToFileURL(path.join(scratch, 'prerender.js')).href)
}

function fill(head: string, body: string): string {
  const [title, root, noscript, fallback] = [
    /<title>.*?<\/title>/u,
    '<div id="root"></div>',
    /<noscript>.*?<\/noscript>/u,
    // The page shows itself without any script.
    /<svg\s+id="boot-fallback".*?<\/svg>\n/su,
  ] as const
  for (const part of [title, root, noscript, fallback]) {
    if (template.search(part) === -1) throw new Error(`index.html has no ${String(part)}.`)
  }
  // As functions: a '$' of the page must not be taken for a pattern's.
  return template
    .replace(title, () => head)
    .replace(root, () => `<div id="root" lang="en">${body}</div>`)
    .replace(noscript, '')
    .replace(fallback, '')
}

/** The page's own styles, without which it would be bare, and its code, asked for at once. */
function linksOf(file: string): string {
  const known = new Set(filesOf(manifest, 'index.html'))
  return filesOf(manifest, file)
    .filter((each) => !known.has(each))
    .map((each) =>
      each.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${each}">`
        : `<link rel="modulepreload" crossorigin href="/${each}">`,
    )
    .join('')
}

function sitemap(addresses: string[]): string {
  const entries = addresses.map((address) => `  <url><loc>${address}</loc></url>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`
}

function robots(): string {
  const closed = ['/api/', '/account', '/set-password', '/auth/', '/admin', '/dashboard', '/client']
  return [
    'User-agent: *',
    ...closed.map((each) => `Disallow: ${each}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
