import { type BuildOptions, build } from 'esbuild'
import path from 'node:path'
import { gzipSize } from '../bundle-size.ts'
import { packageFolder } from '../folders.ts'
import { renderAdapters, type RenderAdapterId } from './adapters.ts'

// What streamdown loads on demand, and only for diagrams and formulas.
const onDemand = ['mermaid', 'katex']
const modules = path.join(packageFolder, 'node_modules')

/** Files by name, as a server gives them out. */
export type PageFiles = ReadonlyMap<string, Uint8Array>

/** The page of one renderer as a production build would be: `main.js` and its chunks, `main.css`. */
export async function bundlePage(id: RenderAdapterId): Promise<PageFiles> {
  const { outputFiles } = await build({
    ...production,
    stdin: {
      contents: `import { adapter } from './${renderAdapters[id]}'
        import { install } from './src/render/page.ts'
        install(adapter)`,
      resolveDir: packageFolder,
    },
    outdir: path.join(packageFolder, 'out'),
    entryNames: 'main',
    // One React for all: ours and the peers must not bring their own.
    alias: { react: path.join(modules, 'react'), 'react-dom': path.join(modules, 'react-dom') },
  })
  const files = outputFiles.map(({ path: file, contents }) => [path.basename(file), contents] as const)
  return new Map([['main.css', new Uint8Array()], ...files])
}

/** Gzipped bytes that a renderer adds to an application that has React. */
export function renderSize(id: RenderAdapterId): Promise<number> {
  return gzipSize({
    code: `export * from './${renderAdapters[id]}'`,
    external: ['react', 'react-dom', ...onDemand],
  })
}

const production = {
  bundle: true,
  minify: true,
  splitting: true,
  write: false,
  format: 'esm',
  target: 'chrome120',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'error',
  external: onDemand,
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions
