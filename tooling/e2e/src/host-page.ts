import { createServer } from 'node:http'

/** Another site: pages under a host name and port of their own. */
export interface HostSite {
  /** Its origin. */
  origin: string
  /** Puts a page at a path. */
  put: (path: string, page: HostPage) => void
  /** Puts a whole document at a path. */
  putFile: (path: string, file: HostFile) => void
  close: () => Promise<void>
}

/** A document as the site sends it. */
export interface HostFile {
  /** Media type without its character set. */
  type: string
  body: string
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
  const files = new Map<string, HostFile>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    const file = files.get(request.url ?? '') ?? (page && toFile(page))
    response.statusCode = file === undefined ? 204 : 200
    response.setHeader('content-type', `${file?.type ?? 'text/html'}; charset=utf-8`)
    if (page?.policy !== undefined) response.setHeader('content-security-policy', page.policy)
    response.end(file?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    origin: `http://${host}:${port}`,
    put: (path, page) => pages.set(path, page),
    putFile: (path, file) => files.set(path, file),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function toFile({ head = '', body, lang = 'en' }: HostPage): HostFile {
  return {
    type: 'text/html',
    body: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${head}</head><body>${body}</body></html>`,
  }
}
