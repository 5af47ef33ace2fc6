import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin } from 'vite'

/**
 * Puts the script that reports an app that does not start into the page, as a file of its own: the content security
 * policy allows no inline script, and the app's own scripts are what may fail. It does not delay them. Where it does not
 * come either, markup that needs no script reports the same.
 */
export function bootGuard(): Plugin {
  let source = ''
  let markup = ''
  let fileName = ''
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
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      fileName = `assets/widget-boot-guard-${hash}.js`
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: (html) => ({
      html: html.replace('<body>', () => `<body>\n${markup}`),
      tags: [{ tag: 'script', attrs: { src: `/${fileName}`, async: true }, injectTo: 'head-prepend' }],
    }),
  }
}
