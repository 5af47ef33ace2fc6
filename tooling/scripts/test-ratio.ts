import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Lists the lines of tests for each line of source, for each package and app. Blank lines, stories and declarations
// do not count. The browser tests of tooling/e2e belong to no package and are left out.

const root = path.join(import.meta.dirname, '../..')
const bars = { each: 0.6, overall: 0.8 }

const isTest = (file: string): boolean =>
  /\.(?:test|test-d|bench)\.tsx?$|(?:^|\/)(?:tests|testing)\//u.test(file)

function linesOf(workspace: string): { source: number; tests: number } {
  const lines = { source: 0, tests: 0 }
  for (const file of globSync(`${workspace}/{src,tests}/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.stories\.tsx$|\.d\.ts$/u.test(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    const count = text.split('\n').filter((line) => line.trim() !== '').length
    lines[isTest(file) ? 'tests' : 'source'] += count
  }
  return lines
}

function print(name: string, { source, tests }: { source: number; tests: number }, bar: number): void {
  const ratio = tests / source
  const verdict = ratio < bar ? `below ${bar}` : ''
  console.log(
    `${name.padEnd(28)} ${String(source).padStart(6)} ${String(tests).padStart(6)}  ${ratio.toFixed(2)} ${verdict}`.trimEnd(),
  )
}

const total = { source: 0, tests: 0 }
for (const workspace of globSync('{packages,apps}/*', { cwd: root }).sort()) {
  const lines = linesOf(workspace)
  if (lines.source === 0) continue
  total.source += lines.source
  total.tests += lines.tests
  print(workspace, lines, bars.each)
}
print('overall', total, bars.overall)
