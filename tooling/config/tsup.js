import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { target } from './browsers.js'

/**
 * A package's JavaScript: ES modules, one file an entry with shared chunks, dependencies left outside.
 * Declarations come from `tsc -p tsconfig.build.json`. CSS modules, and `src/styles.css` where there is
 * one, become the package's single `dist/styles.css`.
 */
export function library(entry, options = {}) {
  return defineConfig({
    entry: Object.fromEntries(entry.map((file) => [file.replace(/^src\//, '').replace(/\.tsx?$/, ''), file])),
    outDir: 'dist',
    format: ['esm'],
    target,
    platform: 'neutral',
    dts: false,
    sourcemap: true,
    splitting: true,
    treeshake: true,
    clean: true,
    loader: { '.css': 'local-css' },
    esbuildOptions(esbuild) {
      esbuild.jsx = 'automatic'
    },
    onSuccess: gatherStyles,
    ...options,
  })
}

// esbuild writes one CSS file an entry, and a module that two entries share stands in both. Every module is
// headed by a comment with its path, so that each can be taken once.
async function gatherStyles() {
  if (!existsSync('src/styles.css')) return
  const modules = new Map()
  for await (const file of glob('dist/**/*.css')) {
    if (file === 'dist/styles.css') continue
    const text = (await readFile(file, 'utf8')).replace(/\/\*# sourceMappingURL=.*?\*\//gu, '')
    for (const part of text.split(/^(?=\/\* src\/\S+ \*\/$)/mu)) {
      const name = /^\/\* (src\/\S+) \*\//u.exec(part)?.[1]
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
