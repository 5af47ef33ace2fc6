// Every published package as its users get it: described as it is, packed, read by publint and are-the-types-wrong,
// installed into an empty project outside the workspace, type-checked there, and put to use in Node, in a built page
// and in one without a build.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packAll, type PackedPackage } from './pack.ts'
import { buildNext, tryNext } from './next-application.ts'
import { tryOlderNodes } from './older-nodes.ts'
import { tryOlderReact } from './older-react.ts'
import { buildPages, checkNotices, checkReadmes, checkTypes, createProject } from './project.ts'
import { runCommand } from './run-command.ts'
import { runExamples } from './samples.ts'
import { tryPages } from './browser.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'org-packages-'))
const project = path.join(folder, 'project')
const reference = path.join(import.meta.dirname, 'api-reference.ts')
let failed = false

const packages: PackedPackage[] = []
await step('packed', async () => {
  packages.push(...(await packAll(folder)))
})
// Two at a time: each step leaves most of one core to the other.
await Promise.all([readPackages(), useTarballs()])
rmSync(folder, { recursive: true })
process.exitCode = failed ? 1 : 0

async function readPackages() {
  await step('API references', () => runCommand(process.execPath, [reference]))
  await step('read by publint and are-the-types-wrong', async () => {
    for (const { file, entries } of packages) {
      await runCommand('publint', [file, '--strict'])
      // Style sheets and classic scripts have no types to check.
      const untyped = entries.filter((entry) => /\.(css|js)$/u.test(entry))
      const excluded = untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : []
      await runCommand('attw', [file, '--profile', 'esm-only', '--format', 'ascii', '--quiet', ...excluded])
    }
  })
}

async function useTarballs() {
  const isInstalled = await step('installed', () => createProject(project, packages))
  if (!isInstalled) return
  await step('links of the READMEs', () => checkReadmes(project, packages))
  await step('licences of what is bundled', () => checkNotices(project, packages))
  await step('types by TypeScript 5.9 and 7, bundler and nodenext', () => checkTypes(project))
  await step('in Node', () => runCommand(process.execPath, ['node.ts'], project))
  await step('examples in Node', () => runExamples(project))
  await step('in Node 20 and 22', () => tryOlderNodes(project))
  await step('in React 18', () => tryOlderReact(path.join(folder, 'react-18'), packages))
  const isBuilt = await step('built by Vite', () => buildPages(project))
  if (isBuilt) await step('in a browser, built and without a build', () => tryPages(project))
  const isNextBuilt = await step('built by Next.js', () => buildNext(project))
  if (isNextBuilt) await step('served by Next.js', () => tryNext(project))
}

async function step(name: string, work: () => unknown): Promise<boolean> {
  const started = performance.now()
  try {
    await work()
    console.log(`${name}: ok (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    return true
  } catch (error) {
    failed = true
    console.error(`${name}: FAILED`)
    console.error(error)
    return false
  }
}
