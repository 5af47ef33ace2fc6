import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pnpmArguments, root } from '@org/scripts/bootstrap.mjs'
import { runCommand } from './run-command.ts'

/** A package as the registry would get it. */
export interface PackedPackage {
  name: string
  /** The tarball's path. */
  file: string
  /** What its users import, as in `exports`. */
  entries: string[]
}

/** Packs every published package into a folder. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  await runCommand('npx', [
    ...pnpmArguments,
    '--filter',
    './packages/*',
    'pack',
    '--pack-destination',
    folder,
  ])
  return readdirSync(path.join(root, 'packages')).map((each) => {
    const text = readFileSync(path.join(root, 'packages', each, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as { name: string; version: string; exports: Record<string, unknown> }
    const tarball = `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`
    return {
      name: manifest.name,
      file: path.join(folder, tarball),
      entries: Object.keys(manifest.exports),
    }
  })
}
