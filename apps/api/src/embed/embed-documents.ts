import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import { chooseLanguage, type Language, say } from '../languages/say.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { pageColors } from '../platform/pages/page-colors.ts'
import type { ImageSources } from '../platform/protection/image-sources.ts'
import { type PagePolicyOptions, pagePolicy } from '../platform/protection/security-headers.ts'
import type { WebHandler } from '../platform/pages/web-routes.ts'
import { frameAncestors } from '../widgets/allowed-origins.ts'
import { findActiveWidget } from '../widgets/configurators.store.ts'

const neutralStyle = `${pageColors}
body { box-sizing: border-box; display: grid; place-items: center; min-block-size: 100svh; margin: 0; padding: 1.5rem;
  background: var(--card); color: var(--soft); font: 1rem/1.5 system-ui, sans-serif; text-align: center }`
const neutralStyleSource = `'sha256-${createHash('sha256').update(neutralStyle).digest('base64')}'`

/** Page of unknown and inactive widgets: identical, so that they cannot be distinguished. */
function neutralPage(language: Language): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="light dark">
    <meta name="viewport" content="width=device-width">
    <title>${say(language, 'Chat')}</title>
    <style>${neutralStyle}</style>
  </head>
  <body><p dir="auto">${say(language, 'This chat is not available.')}</p></body>
</html>
`
}

/**
 * Serves the widget's documents with the sites that may frame them, and the pages beside its two forms. Without a
 * `cfg` it is the site's own widget, for our own pages.
 */
export function mountEmbedDocuments(
  app: Hono<AppEnv>,
  { db, web, images }: { db: Db; web: WebHandler; images: ImageSources },
): void {
  app.get('/embed/theme/:theme', async (c) => {
    const cfg = c.req.query('cfg') ?? ''
    if (cfg === '') return framed(c, { images: await images() })
    const widget = await findActiveWidget(db, cfg)
    // Anybody may see that there is nothing.
    if (widget === undefined) {
      const page = c.html(neutralPage(languageOf(c)), 404, { 'Cache-Control': 'no-cache' })
      return withPolicy(page, { ancestors: null, styles: neutralStyleSource })
    }
    const ancestors = frameAncestors(widget.allowedOrigins)
    return framed(c, { ancestors, images: await images(widget.clientOwner) })
  })
  // Their forms are POSTs to the same addresses, so that these are no unknown pages.
  app.get('/embed/login', (c) => webPage(c))
  app.get('/embed/signup', (c) => webPage(c))

  /** The frame's address names the language of the page around it. */
  function languageOf(c: AppContext): Language {
    return chooseLanguage(`${c.req.query('lang') ?? ''},${c.req.header('accept-language') ?? ''}`)
  }

  async function framed(c: AppContext, options: PagePolicyOptions): Promise<Response> {
    const page = await webPage(c)
    return withPolicy(page, { ...options, scripts: c.get('scriptDigests') })
  }

  async function webPage(c: AppContext): Promise<Response> {
    return (await web(c)) ?? c.notFound()
  }
}

function withPolicy(response: Response, options: PagePolicyOptions): Response {
  response.headers.set('Content-Security-Policy', pagePolicy(options))
  response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  return response
}
