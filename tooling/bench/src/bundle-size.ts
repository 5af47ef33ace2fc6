import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { packageFolder } from './folders.ts'

/** A module to be measured as an application would ship it. */
export interface Bundle {
  /** The source of the entry: imports and exports. */
  code: string
  /** Folder from which its imports are resolved. @default this package's folder */
  resolveDir?: string
  /** Packages that the application has anyway. */
  external?: readonly string[]
}

/**
 * Bytes of minified and gzipped JavaScript that the first load takes: the entry and the chunks that it imports
 * statically. What is imported on demand is not counted. By the bundler that our applications are built with.
 */
export async function gzipSize({ code, resolveDir = packageFolder, external = [] }: Bundle): Promise<number> {
  await using bundle = await rolldown({
    input: entryName,
    plugins: [entryPlugin(code, resolveDir)],
    platform: 'browser',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    moduleTypes: { '.css': 'empty' },
    onLog(_level, { code, message }) {
      // Rolldown would leave out what it cannot find, and the size would be too small.
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false })
  const chunks = output.filter((file) => file.type === 'chunk')
  return firstLoad(chunks).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

const entryName = 'entry.tsx'

function entryPlugin(code: string, resolveDir: string): Plugin {
  const file = path.join(resolveDir, entryName)
  return {
    name: 'entry',
    resolveId: (id) => (id === entryName ? file : null),
    load: (id) => (id === file ? code : null),
  }
}

function firstLoad(chunks: readonly OutputChunk[]): OutputChunk[] {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  // A set gives its iterator what is added on the way.
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  }
  return [...loaded]
}
