import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { peersFolder, rootFolder } from './folders.ts'

/**
 * Installs the peers at the versions of their own lockfile.
 *
 * @throws {Error} when pnpm cannot.
 */
export function installPeers(): void {
  run('pnpm', ['install', '--frozen-lockfile', '--reporter=silent'], peersFolder)
}

/**
 * Builds our packages as they are published: what is measured is what ships.
 *
 * @throws {Error} when one does not build.
 */
export function buildOurs(packages: readonly string[]): void {
  const filters = packages.map((name) => `--filter=${name}`)
  run('turbo', ['run', 'build', ...filters, '--output-logs=errors-only'], rootFolder)
}

/** The installed version of a peer. */
export function peerVersion(name: string): string {
  const manifest = path.join(peersFolder, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed in ${cwd}.`)
}
