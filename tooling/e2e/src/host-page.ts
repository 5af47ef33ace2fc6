import { createServer } from 'node:http'

/** Another site: pages under a host name and port of their own. */
export interface HostSite {
  /** Its origin. */
  origin: string
  /** Puts a page at a path. */
  put: (path: string, page: HostPage) => void
  close: () => Promise<void>
}

/** A page of another site. */
export interface HostPage {
  body: string
  /** @default 'en' */
  lang?: string
  /** HTML of the head. */
  head?: string
  /** Its content security policy. */
  policy?: string
}

/**
 * Starts a site whose pages embed the widget.
 *
 * @param host `localhost` is another site than the server's, `127.0.0.1` only another origin
 */
export async function startHostSite(host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.statusCode = page === undefined ? 204 : 200
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (page?.policy !== undefined) response.setHeader('content-security-policy', page.policy)
    const { head = '', body = '', lang = 'en' } = page ?? {}
    response.end(
      page &&
        `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${head}</head><body>${body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    origin: `http://${host}:${port}`,
    put: (path, page) => pages.set(path, page),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
