import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../package-root.ts'
import type { AppContext } from '../http/app-env.ts'
import type { ImageSources } from '../protection/image-sources.ts'
import { inertPolicy, pagePolicy } from '../protection/security-headers.ts'
import { askedOrigin } from '../http/site-url.ts'
import { type StaticFiles, openStaticFiles } from './static-files.ts'

/** The folders that pages are served from; the defaults are this repository's builds. */
export interface WebFolders {
  web?: string
  widget?: string
  /** The pictures of the demonstration products; left out when their data is not loaded. */
  media?: string
}

/** Options of the pages. */
export interface WebOptions extends WebFolders {
  /** The address that people use, where it is known. @default the one that was asked */
  publicUrl?: URL | null
  /** Sources of pictures on pages. @default our own origin alone */
  images?: ImageSources
  /** Origin of the map's style and tiles. @default none */
  mapOrigin?: string | null
}

// Other sites load these files, and nothing else of ours.
const hostScripts = new Set([
  '/static/embed-loader.js',
  '/static/embed-panel.js',
  '/static/embed-greeting.js',
])
const hostScriptHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=3600',
}

/** Folder of the demonstration's pictures. */
export const demoMediaFolder = join(packageRoot, 'demo/media')

/** Answers an address that no route has: `undefined` when no file or page has it either. */
export type WebHandler = (c: AppContext) => Promise<Response | undefined>

// For search engines, with whole addresses: a build that does not know the site's own writes this one.
const addressedFiles: Record<string, string> = {
  '/sitemap.xml': 'application/xml',
  '/robots.txt': 'text/plain; charset=utf-8',
}
const builtOrigin = 'https://verdant.example'

/**
 * Serves the built web site and widget: their files by exact address; for a page that was rendered at build its own
 * document, `/about/index.html`; and for every other page address the site's `index.html`, whose router decides what
 * it is.
 */
export function openWeb(folders: WebOptions = {}): WebHandler {
  const webFolder = folders.web ?? join(packageRoot, '../web/dist')
  const web = openStaticFiles(webFolder)
  const widget = openStaticFiles(folders.widget ?? join(packageRoot, '../widget/dist'))
  const media = folders.media === undefined ? undefined : openStaticFiles(folders.media)

  return async (c) => {
    const path = decodedPath(c)
    if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || path === undefined) return undefined
    // These belong to programs, which would take a page for an answer.
    if (/^\/(?:api|metrics)(?:\/|$)/u.test(path)) return undefined
    if (path.startsWith('/media/')) {
      return media?.serve(c, path.slice('/media'.length), { 'Content-Security-Policy': inertPolicy })
    }
    if (hostScripts.has(path)) return widget.serve(c, path, hostScriptHeaders)
    if (path in addressedFiles) return addressed(c, webFolder, path, folders.publicUrl ?? null)
    const file = (await web.serve(c, path)) ?? (await widget.serve(c, path))
    const answer = file ?? (await page(c, path, path.startsWith('/embed/theme/') ? widget : web))
    // The map is on pages of the site alone. Its worker fetches the tiles, under the policy of the worker's own file.
    const map = path.startsWith('/embed/') ? null : (folders.mapOrigin ?? null)
    // A 304 renews the policy of the page that the browser has.
    if (answer !== undefined && (file === undefined || path.endsWith('.html'))) {
      const images = (await folders.images?.()) ?? []
      answer.headers.set(
        'Content-Security-Policy',
        pagePolicy({ images, map, scripts: c.get('scriptDigests') }),
      )
    } else if (map !== null) answer?.headers.set('Content-Security-Policy', pagePolicy({ map }))
    return answer
  }
}

// A person's address bar asks for HTML; a script or a picture that is missing must not be answered with a page.
async function page(c: AppContext, path: string, files: StaticFiles): Promise<Response | undefined> {
  const lastSegment = path.slice(path.lastIndexOf('/') + 1)
  const wantsPage = /text\/html|\*\/\*/u.test(c.req.header('accept') ?? '*/*')
  if (!wantsPage || /\.\w{1,12}$/u.test(lastSegment) || /\/\./u.test(path)) return undefined
  const rendered = await files.serve(c, `${path.replace(/\/$/u, '')}/index.html`)
  return rendered ?? files.serve(c, '/index.html')
}

async function addressed(
  c: AppContext,
  folder: string,
  path: string,
  publicUrl: URL | null,
): Promise<Response | undefined> {
  const type = addressedFiles[path]
  const text = await readFile(join(folder, path), 'utf8').catch(() => undefined)
  if (text === undefined || type === undefined) return undefined
  const origin = publicUrl?.origin ?? askedOrigin(c)
  return c.body(text.replaceAll(builtOrigin, origin), 200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
  })
}

function decodedPath(c: AppContext): string | undefined {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    return undefined
  }
}
