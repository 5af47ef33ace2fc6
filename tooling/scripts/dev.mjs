// `pnpm dev`: the API on 8000, restarted on change, and the web site on 5173 with hot reload.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, fail, root, runInWorkspace } from './bootstrap.mjs'

if (
  (await runInWorkspace('turbo', [
    'run',
    'build',
    '--filter=@org/widget-app',
    '--filter=@org/api',
    '--output-logs=errors-only',
  ])) !== 0
) {
  fail('The build failed (see above).')
}

const children = [
  start('api build', 'tsup', ['--watch', 'src', '--no-clean', '--silent'], 'apps/api'),
  start('api', 'node', ['--watch', '--watch-preserve-output', 'dist/main.js'], 'apps/api', {
    START_BANNER: '1',
    DATA_DIR: path.join(root, '.data'),
  }),
  start('web', 'vite', ['--port', '5173', '--strictPort'], 'apps/web'),
]

/**
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {Record<string, string>} [more]
 */
function start(name, command, args, folder, more = {}) {
  const cwd = path.join(root, folder)
  const child = spawn(command, args, {
    cwd,
    env: {
      ...environment,
      ...more,
      PATH: [path.join(cwd, 'node_modules', '.bin'), environment.PATH].join(path.delimiter),
    },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  child.once('exit', (code) => {
    console.error(`${name} ended with ${code}.`)
    for (const other of children) if (other !== child) other.kill('SIGTERM')
    process.exitCode = code ?? 1
  })
  return child
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
