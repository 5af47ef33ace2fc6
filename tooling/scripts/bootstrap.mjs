// Runs on the machine's own Node (20 or newer), before anything is installed: plain JavaScript, built-in
// modules only. It puts the pinned pnpm to work, which brings Node 24 and all else.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const pnpmVersion = manifest.devEngines.packageManager.version
const binaries = path.join(root, 'node_modules', '.bin')

/** Arguments for `npx`, before pnpm's own. What runs under it finds this pnpm on its path, as turbo must. */
export const pnpmArguments = ['-y', `pnpm@${pnpmVersion}`]

/** The environment of everything that runs from the workspace: its own Node and tools come first. */
export const environment = {
  ...process.env,
  PATH: [binaries, process.env.PATH].join(path.delimiter),
  // npm hands its own settings down; pnpm would warn about those that it does not know.
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^npm_config_/iu.test(name) && !/registry|proxy|cafile|_auth/iu.test(name))
      .map((name) => [name, undefined]),
  ),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}

/**
 * Runs a command in the workspace and gives its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)))
  })
}

/** Installs what the lockfile names. Ends the process with a clear message when it cannot. */
export async function install() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    fail(`Node ${process.versions.node} is too old: Node 20 or newer is needed (https://nodejs.org).`)
  const code = await run('npx', [
    ...pnpmArguments,
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--loglevel=error',
  ])
  if (code !== 0) {
    fail(
      'The installation failed (see above). It needs the npm registry; behind a proxy, set HTTPS_PROXY or ' +
        'npm’s `registry`.',
    )
  }
}

/**
 * Runs a command of the workspace under the pinned pnpm and gives its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function runInWorkspace(command, args) {
  return run('npx', [...pnpmArguments, 'exec', command, ...args])
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
