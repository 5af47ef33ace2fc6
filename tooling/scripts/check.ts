// Every check of the project, in the order in which a failure is cheapest to learn of.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureTestBrowser } from '@org/services'
import { root } from './bootstrap.mjs'
import { type Counts, readReport } from './read-report.ts'

const turbo = ['turbo', 'run', '--output-logs=errors-only', '--log-order=grouped', '--concurrency=2']
const total: Counts = { passed: 0, failed: 0, skipped: [] }
const failures: string[] = []

check('format', ['oxfmt', '--check'])
check('lint', ['oxlint', '--type-aware', '--deny-warnings'])
check('dependency direction', ['turbo', 'boundaries'])
check('unused code', ['knip'])
check('types', [...turbo, 'typecheck'])
const built = check('build', [...turbo, 'build'])
if (built) {
  check('packages as published', ['node', 'tooling/package-tests/src/check.ts'])
  check('documents and dependencies', ['node', 'tooling/scripts/documents-check.ts'])
  check('bundle sizes', ['size-limit'])
}
tests('unit, component and API tests', '!@org/e2e')
if (built) browserTests()

for (const reason of new Set(total.skipped)) console.log(`skipped: ${reason}`)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function check(name: string, command: readonly string[]): boolean {
  const ok = execute(name, command)
  if (ok) total.passed += 1
  else fail(name)
  return ok
}

function tests(name: string, filter: string): void {
  // A report that an earlier run left must not speak for a task that now ends without one.
  const folders = testedPackages(filter)
  for (const folder of folders) rmSync(path.join(folder, 'reports'), { recursive: true, force: true })
  const ok = execute(name, [...turbo, 'test', `--filter=${filter}`, '--continue'])
  const before = total.failed
  for (const folder of folders) {
    const counts = readReport(folder)
    if (counts === null) {
      fail(`${path.relative(root, folder)}: its tests left no report`)
      continue
    }
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped.push(...counts.skipped)
    if (counts.failed > 0) failures.push(`${path.relative(root, folder)}: ${counts.failed} tests`)
  }
  if (!ok && total.failed === before) fail(name)
}

function browserTests(): void {
  try {
    process.env['CHROMIUM_PATH'] = ensureTestBrowser(console.log)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
    return
  }
  tests('browser tests', '@org/e2e')
}

function execute(name: string, [command = '', ...args]: readonly string[]): boolean {
  const started = performance.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return status === 0
}

function fail(what: string): void {
  total.failed += 1
  failures.push(what)
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
