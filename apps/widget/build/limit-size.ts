import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Prints the brotli size of the named files of a build, and fails the build where one is larger than its limit. */
export function limitSize(limits: Readonly<Record<string, number>>): Plugin {
  return {
    name: 'limit-size',
    apply: 'build',
    writeBundle(_, bundle) {
      for (const [file, limit] of Object.entries(limits)) {
        const output = bundle[file]
        if (output?.type !== 'chunk') this.error(`${file} was not built`)
        const size = brotliCompressSync(output.code).length
        if (size > limit) this.error(`${file} has ${size} bytes brotli, more than ${limit}`)
        this.info(`${file}: ${size} bytes brotli of at most ${limit}`)
      }
    },
  }
}

/**
 * Prints what a visitor's first message box needs, brotli: the scripts and styles that a page names, with what they
 * import at once, and the largest theme; and fails the build where that is more than `limit` bytes.
 */
export function limitFirstLoad(page: string, limit: number): Plugin {
  return {
    name: 'limit-first-load',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizes = new Map<string, number>()
      const add = (name: string): void => {
        const file = bundle[name]
        if (file === undefined || sizes.has(name)) return
        sizes.set(name, brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length)
        if (file.type !== 'chunk') return
        for (const each of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) add(each)
      }
      const html = bundle[page]
      if (html?.type !== 'asset') this.error(`${page} was not built`)
      for (const [, name = ''] of html.source.toString().matchAll(/(?:src|href)="\/([^"]+)"/gu)) add(name)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const themes = chunks
        .filter(({ facadeModuleId }) => /\/themes\/\w+\/\w+\.tsx$/u.test(facadeModuleId ?? ''))
        .map(({ fileName, viteMetadata }) =>
          [fileName, ...(viteMetadata?.importedCss ?? [])].reduce((sum, name) => {
            const file = bundle[name]
            if (file === undefined) return sum
            return sum + brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length
          }, 0),
        )
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) + Math.max(0, ...themes)
      if (total > limit) this.error(`the first message box needs ${total} bytes brotli, more than ${limit}`)
      this.info(`first message box: ${total} bytes brotli of at most ${limit}`)
    },
  }
}
