// `npm start`: install, build what is stale, serve everything at one address.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, fail, install, root, runInWorkspace } from './bootstrap.mjs'

await install()
const built = await runInWorkspace('turbo', [
  'run',
  'build',
  '--filter=./apps/*',
  '--output-logs=errors-only',
  '--log-order=grouped',
])
if (built !== 0) fail('The build failed (see above).')

const server = spawn('node', [path.join('apps', 'api', 'dist', 'main.js')], {
  cwd: root,
  env: { NODE_ENV: 'production', START_BANNER: '1', ...environment },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// Control-C reaches the server itself (same process group); this process only waits for its orderly end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
// npm ends on SIGTERM without telling this process; being left alone is then the only sign.
const npm = process.ppid
setInterval(() => {
  if (process.ppid !== npm) server.kill('SIGTERM')
}, 1000).unref()
server.once('exit', (code) => process.exit(code ?? 1))
