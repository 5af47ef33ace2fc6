import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { pnpmArguments, root } from './bootstrap.mjs'

/** Packages of the lockfile that come from anywhere but the registry, or without a digest to check them by. */
export function problemsOfLockfile(): string[] {
  const resolutions = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8').match(/^ +resolution: .*$/gmu)
  if (resolutions === null) return ['pnpm-lock.yaml: names no package']
  return resolutions
    .filter((line) => !/^ +resolution: \{integrity: sha512-[\w+/]+=*\}$/u.test(line))
    .map((line) => `pnpm-lock.yaml: is not from the registry, by its digest: ${line.trim()}`)
}

/** Known weaknesses, high or critical, of what we ship. A registry without advisories is reported, and does not fail the check. */
export async function problemsOfAdvisories(): Promise<string[]> {
  const audit = [...pnpmArguments, 'audit', '--prod', '--audit-level', 'high']
  try {
    await promisify(execFile)('npx', audit, { cwd: root, maxBuffer: 2 ** 26 })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (/ERR_PNPM_(?:AUDIT|META|FETCH)|ENOTFOUND|ECONN|ETIMEDOUT/u.test(stdout + stderr)) {
      console.log('skipped: known weaknesses of dependencies, which this registry does not tell')
      return []
    }
    return [`dependencies with known weaknesses:\n${stdout}${stderr}`]
  }
}
