import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin } from 'vite'

/**
 * Puts the script that reports an app that does not start into the page, as a file of its own: the content security
 * policy allows no inline script, and the app's own scripts are what may fail. It does not delay them.
 */
export function bootGuard(): Plugin {
  let source = ''
  let fileName = ''
  return {
    name: 'boot-guard',
    apply: 'build',
    async buildStart() {
      const resolved = await this.resolve('@org/languages/boot-guard.js')
      if (resolved === null) this.error('@org/languages/boot-guard.js cannot be resolved')
      source = minifySync('boot-guard.js', await readFile(resolved.id, 'utf8')).code
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      fileName = `assets/widget-boot-guard-${hash}.js`
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/${fileName}`, async: true }, injectTo: 'head-prepend' },
    ],
  }
}
