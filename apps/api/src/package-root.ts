import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds `package.json`, `demo/` and `src/db/migrations/`, whether this runs from `src` or `dist`. */
export const packageRoot = findPackageRoot(import.meta.dirname)

function findPackageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))
}
