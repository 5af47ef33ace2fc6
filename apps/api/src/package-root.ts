import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds `package.json`, `demo/` and `src/db/migrations/`, whether this runs from `src` or `dist`. */
export const packageRoot = findPackageRoot(import.meta.dirname)

function findPackageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))
}

/**
 * Returns the file of a thread or process of the server: beside the built server, or the TypeScript of development, which
 * Node reads.
 *
 * @param name of the entry in `tsup.config.ts`
 * @param source path within `src`
 */
export function entryFile(name: string, source: string): string {
  const isBuilt = import.meta.filename.endsWith('.js')
  return isBuilt ? join(packageRoot, 'dist', `${name}.js`) : join(packageRoot, 'src', source)
}
