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

/** Position of the script in `index.html`: after the meta elements that it writes to, and before the style sheets. */
const marker = '<!-- theme-init -->'

/**
 * Writes the first scripts into the page as one classic script: it marks the root before the first paint, and reports an
 * app that does not start, also where no file arrives. The server names its digest in the content security policy.
 */
export function themeInit(): Plugin {
  let text = ''
  let markup = ''
  return {
    name: 'org:theme-init',
    async buildStart() {
      const read = async (source: string) => {
        const resolved = await this.resolve(source)
        if (resolved === null) this.error(`${source} cannot be resolved`)
        return readFile(resolved.id, 'utf8')
      }
      const texts = sources.map((source) => read(source))
      markup = await read(fallback)
      text = minifySync('theme-init.js', (await Promise.all(texts)).join('')).code
    },
    transformIndexHtml: (html) =>
      html.replace(marker, () => `<script>${text}</script>`).replace('<body>', () => `<body>\n${markup}`),
  }
}
