import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin } from 'vite'

/** Mark the root with the theme, and with the language and its direction; report an app that does not start. */
const sources = [
  '@org/theme/theme-init.js',
  '@org/languages/language-init.js',
  '@org/languages/boot-guard.js',
]

/** Shown by the document itself when no script comes. */
const fallback = '@org/languages/boot-fallback.html'

/** Position of the script in `index.html`: after the meta element that it writes to. */
const marker = '<!-- theme-init -->'

/**
 * Serves the first scripts as one file of their own and puts it into the page as a classic script: it marks
 * the root before the first paint, and the content security policy allows no inline script.
 */
export function themeInit(): Plugin {
  let text = ''
  let markup = ''
  let fileName = ''
  let base = '/'
  return {
    name: 'org:theme-init',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      const read = async (source: string) => {
        const resolved = await this.resolve(source)
        if (resolved === null) this.error(`${source} cannot be resolved`)
        return readFile(resolved.id, 'utf8')
      }
      const texts = sources.map((source) => read(source))
      markup = await read(fallback)
      text = minifySync('theme-init.js', (await Promise.all(texts)).join('')).code
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
    transformIndexHtml: (html) =>
      html
        .replace(marker, `<script src="${base}${fileName}"></script>`)
        .replace('<body>', () => `<body>\n${markup}`),
  }
}
