import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin } from 'vite'

/** Position of the script in `index.html`: before the style sheets, which it must not wait for. */
const marker = '<!-- boot-guard -->'

/**
 * Writes the script that reports an app that does not start into the page, so that it is there where no file arrives. The
 * server names its digest in the content security policy. Where no script runs, markup reports the same.
 */
export function bootGuard(): Plugin {
  let source = ''
  let markup = ''
  return {
    name: 'boot-guard',
    apply: 'build',
    async buildStart() {
      const read = async (name: string): Promise<string> => {
        const resolved = await this.resolve(name)
        if (resolved === null) this.error(`${name} cannot be resolved`)
        return readFile(resolved.id, 'utf8')
      }
      source = minifySync('boot-guard.js', await read('@org/languages/boot-guard.js')).code
      markup = await read('@org/languages/boot-fallback.html')
    },
    transformIndexHtml: (html) =>
      html.replace(marker, () => `<script>${source}</script>`).replace('<body>', () => `<body>\n${markup}`),
  }
}
