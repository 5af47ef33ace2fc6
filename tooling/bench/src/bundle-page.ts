import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { packageFolder } from './folders.ts'

/** Files by name, as a server gives them out. */
export type PageFiles = ReadonlyMap<string, Uint8Array>

/** Bundles a page as a production build would: `main.js`, and beside it its chunks and `main.css` where there are any. */
export async function bundlePage(options: BuildOptions): Promise<PageFiles> {
  const { outputFiles } = await build({ ...production, ...options, write: false })
  return new Map(outputFiles.map(({ path: file, contents }) => [path.basename(file), contents]))
}

const modules = path.join(packageFolder, 'node_modules')

/** One React for all: ours and the peers must not bring their own. */
export const oneReact = {
  react: path.join(modules, 'react'),
  'react-dom': path.join(modules, 'react-dom'),
}

const production = {
  absWorkingDir: packageFolder,
  outdir: 'out',
  entryNames: 'main',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'chrome120',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions
