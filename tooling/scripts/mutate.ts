// `pnpm mutate`: changes the source in small ways and reports the changes that no test notices. Runs StrykerJS for each
// package with files that differ from main; `pnpm mutate <folder or file> …` for others, `pnpm mutate --all` for every
// package. `--every n` takes each n-th file, for a sample. It writes into the source while it runs and restores it at the
// end, so that files of the package must be committed.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '../..')
const sources = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}']
// Tests, examples and what is made of data or types alone.
const leftOut = /\.(?:test|test-d|stories|d|texts|mails|bench)\.tsx?$|\/(?:testing|demo|migrations)\//u

interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number } }
}

interface Report {
  files: Record<string, { mutants: Mutant[] }>
}

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const every = Number(values.every)
if (!Number.isInteger(every) || every < 1) fail('`--every` takes a whole number from 1 on.')

const files = chosenFiles().filter((_, index) => index % every === 0)
if (files.length === 0) fail('No source file differs from main. Name a folder, or use --all.')
const packages = Map.groupBy(files, (file) => file.split('/').slice(0, 2).join('/'))
const scores: string[] = []
for (const [folder, chosen] of packages) scores.push(mutate(folder, chosen))
console.log(
  ['', '| Package | Mutants | Noticed | Score |', '| --- | ---: | ---: | ---: |', ...scores].join('\n'),
)

function chosenFiles(): string[] {
  const all = globSync(sources, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !leftOut.test(file))
    .toSorted()
  if (values.all) return all
  if (positionals.length > 0) {
    const named = positionals.map((name) => name.replace(/\/$/u, ''))
    for (const name of named) if (!existsSync(path.join(root, name))) fail(`${name} does not exist.`)
    return all.filter((file) => named.some((name) => file === name || file.startsWith(`${name}/`)))
  }
  const changed = new Set(git('diff', '--name-only', git('merge-base', 'HEAD', 'main').trim()).split('\n'))
  return all.filter((file) => changed.has(file))
}

/** Runs one package and gives its line of the table. */
function mutate(folder: string, chosen: readonly string[]): string {
  if (git('status', '--porcelain', '--', `${folder}/src`) !== '')
    fail(`Commit what changed in ${folder}/src first: the run writes into these files.`)
  const cwd = path.join(root, folder)
  const work = mkdtempSync(path.join(tmpdir(), 'mutate-'))
  const report = path.join(work, 'report.json')
  const configuration = path.join(work, 'stryker.config.json')
  const concurrency = Math.max(1, Math.floor(availableParallelism() / 2))
  writeFileSync(
    configuration,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [path.join(root, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      mutate: chosen.map((file) => path.relative(folder, file).replaceAll(path.sep, '/')),
      inPlace: true,
      concurrency,
      // A mutant that lives in a constant of a module would run every test of the package.
      ignoreStatic: true,
      coverageAnalysis: 'perTest',
      reporters: ['progress-append-only', 'json'],
      jsonReporter: { fileName: report },
      tempDirName: path.join(work, 'backup'),
    }),
  )
  try {
    const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const { status } = spawnSync(process.execPath, [stryker, 'run', configuration], { cwd, stdio: 'inherit' })
    if (status !== 0 || statSync(report, { throwIfNoEntry: false }) === undefined)
      return `| ${folder} | not measured | | |`
    return summary(folder, JSON.parse(readFileSync(report, 'utf8')) as Report)
  } finally {
    rmSync(work, { recursive: true, force: true })
    for (const file of globSync('stryker-setup-*.js', { cwd })) rmSync(path.join(cwd, file))
  }
}

function summary(folder: string, { files: reports }: Report): string {
  let noticed = 0
  let unnoticed = 0
  for (const [file, { mutants }] of Object.entries(reports)) {
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') noticed += 1
      if (status !== 'Survived' && status !== 'NoCoverage') continue
      unnoticed += 1
      const change = replacement.replace(/\s+/gu, ' ').slice(0, 60)
      console.log(`${status}: ${folder}/${file}:${location.start.line} ${mutatorName} → ${change}`)
    }
  }
  const total = noticed + unnoticed
  const score = total === 0 ? '–' : `${Math.round((noticed / total) * 100)} %`
  return `| ${folder} | ${total} | ${noticed} | ${score} |`
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(stderr.trim())
  return stdout
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
