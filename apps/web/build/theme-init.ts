import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const source = '@org/theme/theme-init.js'

/** Where `index.html` wants the script: after the meta element that it writes to. */
const marker = '<!-- theme-init -->'

/**
 * Serves the theme's first script as a file of its own and puts it into the page as a classic script: it marks
 * the root before the first paint, and the content security policy allows no inline script.
 */
export function themeInit(): Plugin {
  let text = ''
  let fileName = ''
  let base = '/'
  return {
    name: 'org:theme-init',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      const resolved = await this.resolve(source)
      if (resolved === null) this.error(`${source} cannot be resolved`)
      text = await readFile(resolved.id, 'utf8')
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
      fileName = `assets/theme-init-${hash}.js`
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: text })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `${base}${fileName}`) {
          next()
          return
        }
        response.setHeader('content-type', 'text/javascript')
        response.end(text)
      })
    },
    transformIndexHtml: (html) => html.replace(marker, `<script src="${base}${fileName}"></script>`),
  }
}
