import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'tsup'
import { target } from './browsers.js'

/**
 * A package's JavaScript: ES modules, one file an entry with shared chunks, dependencies left outside.
 * Declarations come from `tsc -p tsconfig.build.json`. CSS modules, and `src/styles.css` where there is
 * one, become the package's single `dist/styles.css`. Their classes are named `org_<package>_<module>_<class>`, so that
 * they meet no class of a page or of another package.
 *
 * `documents` are files of the workspace that are copied into `dist/documents`, so that the package brings them.
 *
 * `client` lists the entries of React components: React Server Components may import them without a module of their own
 * that begins with `'use client'`.
 */
export function library(entry, { client = [], documents = [], ...options } = {}) {
  return defineConfig({
    entry: Object.fromEntries(entry.map((file) => [nameOf(file), file])),
    outDir: 'dist',
    format: ['esm'],
    target,
    platform: 'neutral',
    dts: false,
    sourcemap: true,
    splitting: true,
    treeshake: true,
    clean: true,
    esbuildPlugins: [prefixedModules],
    esbuildOptions(esbuild) {
      esbuild.jsx = 'automatic'
    },
    onSuccess: async () => {
      await gatherStyles()
      for (const file of client) await markAsClient(path.join('dist', `${nameOf(file)}.js`))
      for (const file of documents) await cp(file, path.join('dist', 'documents', path.basename(file)))
    },
    ...options,
  })
}

// esbuild names a class after its file: the file gets a name with the package's in front.
const prefixedModules = {
  name: 'prefixed-modules',
  setup(build) {
    const prefix = `org-${path.basename(process.cwd())}`
    build.onResolve({ filter: /\.module\.css$/ }, ({ path: specifier, resolveDir }) => {
      const file = path.resolve(resolveDir, specifier)
      const folder = path.relative(process.cwd(), path.dirname(file))
      const name = path.basename(file, '.module.css')
      return { path: path.posix.join(folder, `${prefix}-${name}`), namespace: 'css-module', pluginData: file }
    })
    build.onLoad({ filter: /./, namespace: 'css-module' }, async ({ pluginData: file }) => ({
      contents: await readFile(file, 'utf8'),
      loader: 'local-css',
      resolveDir: path.dirname(file),
      watchFiles: [file],
    }))
  },
}

function nameOf(file) {
  return file.replace(/^src\//, '').replace(/\.tsx?$/, '')
}

// Bundling drops directives. On the first line, so that the lines of the source map stay right.
async function markAsClient(file) {
  await writeFile(file, `'use client';${await readFile(file, 'utf8')}`)
}

// esbuild writes one CSS file an entry, and a module that two entries share stands in both. Every module is
// headed by a comment with its path, so that each can be taken once.
async function gatherStyles() {
  if (!existsSync('src/styles.css')) return
  const modules = new Map()
  for await (const file of glob('dist/**/*.css')) {
    if (file === 'dist/styles.css') continue
    const text = (await readFile(file, 'utf8')).replace(/\/\*# sourceMappingURL=.*?\*\//gu, '')
    for (const part of text.split(/^(?=\/\* css-module:src\/\S+ \*\/$)/mu)) {
      const name = /^\/\* css-module:(src\/\S+) \*\//u.exec(part)?.[1]
      if (name !== undefined && !modules.has(name)) modules.set(name, part.trim())
    }
    await rm(file)
    await rm(`${file}.map`, { force: true })
  }
  const own = (await readFile('src/styles.css', 'utf8')).trim()
  await writeFile('dist/styles.css', [own, ...modules.values(), ''].join('\n\n'))
  // TypeScript 6 and newer look for the types of what is imported for its effect alone.
  await writeFile('dist/styles.css.d.ts', 'export {}\n')
}
