import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const source = '@org/theme/styles.css'
const orderStatement = /@layer [\w.-]+(?:,\s*[\w.-]+)+;/u

/**
 * Begins every stylesheet of the build with the theme's order of cascade layers. The order counts where it is
 * met first, and which of several stylesheets a browser meets first changes with every new chunk.
 */
export function cssLayers(): Plugin {
  let order = ''
  return {
    name: 'org:css-layers',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      const resolved = await this.resolve(source)
      const text = resolved === null ? '' : await readFile(resolved.id, 'utf8')
      order = orderStatement.exec(text)?.[0] ?? this.error(`${source} does not order the cascade layers.`)
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = order + String(file.source)
      }
    },
  }
}
