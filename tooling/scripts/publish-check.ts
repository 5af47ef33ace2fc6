// Packs every published package as the registry would get it, and has publint and are-the-types-wrong read it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pnpmArguments, root } from './bootstrap.mjs'

const packages = path.join(root, 'packages')
const folder = mkdtempSync(path.join(tmpdir(), 'org-pack-'))
let failed = false

for (const name of readdirSync(packages)) {
  const manifest = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  // Style sheets and classic scripts have no types to check.
  const untyped = Object.keys(manifest.exports).filter((entry) => /\.(css|js)$/u.test(entry))
  const before = new Set(readdirSync(folder))
  run('npx', [...pnpmArguments, 'pack', '--pack-destination', folder], path.join(packages, name))
  const tarball = readdirSync(folder).find((file) => !before.has(file))
  if (tarball === undefined) throw new Error(`${name} was not packed.`)
  const file = path.join(folder, tarball)
  run('publint', [file, '--strict'], root)
  const excluded = untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : []
  run('attw', [file, '--profile', 'esm-only', '--format', 'ascii', '--quiet', ...excluded], root)
}
rmSync(folder, { recursive: true })
process.exit(failed ? 1 : 0)

function run(command: string, args: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) return
  failed = true
  console.error(`${command} ${args.join(' ')} (in ${path.relative(root, cwd)}):\n${stdout}${stderr}`)
}
