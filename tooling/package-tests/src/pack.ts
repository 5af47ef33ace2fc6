import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pnpmArguments, root } from '@org/scripts/bootstrap.mjs'
import { runCommand } from './run-command.ts'

/** A package as the registry would get it. */
export interface PackedPackage {
  name: string
  /** The tarball's path. */
  file: string
  /** Import specifiers, as in `exports`. */
  entries: string[]
}

/** The folders of the packages that are published. */
export function publishedPackages(): string[] {
  return readdirSync(path.join(root, 'packages')).filter((each) => {
    const text = readFileSync(path.join(root, 'packages', each, 'package.json'), 'utf8')
    return !('private' in Object(JSON.parse(text)))
  })
}

/** Packs every published package into a folder. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  await runCommand('npx', [
    ...pnpmArguments,
    ...publishedPackages().flatMap((each) => ['--filter', `./packages/${each}`]),
    'pack',
    '--pack-destination',
    folder,
  ])
  return publishedPackages().map((each) => {
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
