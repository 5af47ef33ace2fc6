// Every check of the project, in the order in which a failure is cheapest to learn of.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureTestBrowser } from '@org/services'
import { root } from './bootstrap.mjs'
import { type Counts, readReport } from './read-report.ts'

const turbo = ['turbo', 'run', '--output-logs=errors-only', '--log-order=grouped', '--concurrency=2']
const total: Counts = { passed: 0, failed: 0, failures: [], skipped: [] }

// Beside each other, what takes a core alone.
await Promise.all([
  check('format', ['oxfmt', '--check'], 'pipe'),
  check('lint', ['oxlint', '--type-aware', '--deny-warnings'], 'pipe'),
  check('dependency direction', ['turbo', 'boundaries'], 'pipe'),
  check('unused code', ['knip'], 'pipe'),
  check('style sheets', ['node', 'tooling/scripts/style-check.ts'], 'pipe'),
  check('plain language', ['node', 'tooling/scripts/language-check.ts'], 'pipe'),
])
await check('types', [...turbo, 'typecheck'])
const built = await check('build', [...turbo, 'build'])
if (built) {
  await Promise.all([
    check('packages as published', ['node', 'tooling/package-tests/src/check.ts'], 'pipe'),
    check('documents and dependencies', ['node', 'tooling/scripts/documents-check.ts'], 'pipe'),
    check('bundle sizes', ['size-limit'], 'pipe'),
    check('first loads of pages', ['node', 'apps/web/build/first-load.ts'], 'pipe'),
  ])
}
await tests('unit, component and API tests', '!@org/e2e')
if (built) await browserTests()

for (const reason of new Set(total.skipped)) console.log(`skipped: ${reason}`)
for (const failure of total.failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function check(
  name: string,
  command: readonly string[],
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<boolean> {
  const ok = await execute(name, command, output)
  if (ok) total.passed += 1
  else fail(name)
  return ok
}

async function tests(name: string, filter: string): Promise<void> {
  // A report that an earlier run left must not speak for a task that now ends without one.
  const folders = testedPackages(filter)
  for (const folder of folders) rmSync(path.join(folder, 'reports'), { recursive: true, force: true })
  const ok = await execute(name, [...turbo, 'test', `--filter=${filter}`, '--continue'])
  const before = total.failed
  for (const folder of folders) {
    const counts = readReport(folder)
    const where = path.relative(root, folder)
    if (counts === null) {
      fail(`${where}: its tests left no report`)
      continue
    }
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped.push(...counts.skipped)
    total.failures.push(...counts.failures.map((failure) => `${where}: ${failure}`))
  }
  if (!ok && total.failed === before) fail(name)
}

async function browserTests(): Promise<void> {
  try {
    process.env['CHROMIUM_PATH'] = ensureTestBrowser(console.log)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
    return
  }
  await tests('browser tests', '@org/e2e')
}

/** Piped output is printed when the command has ended, so that parallel commands do not mix. */
async function execute(
  name: string,
  [command = '', ...args]: readonly string[],
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<boolean> {
  const started = performance.now()
  if (output === 'inherit') console.log(`\n== ${name}`)
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', output, output] })
  const said = Promise.all([child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')))
  const [status]: unknown[] = await once(child, 'close')
  if (output === 'pipe') console.log(`\n== ${name}\n${(await said).join('').trim()}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

function fail(what: string): void {
  total.failed += 1
  total.failures.push(what)
}

function testedPackages(filter: string): string[] {
  const manifests = globSync('{apps,packages,tooling}/*/package.json', { cwd: root })
  return manifests.flatMap((file) => {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
    const { name, scripts } = manifest as { name: string; scripts?: Record<string, string> }
    const chosen = filter.startsWith('!') ? name !== filter.slice(1) : name === filter
    return chosen && scripts?.['test'] !== undefined ? [path.join(root, path.dirname(file))] : []
  })
}
