// A release from its changesets to somebody's `npm install`, against a registry on this machine: the versions that the
// changesets ask for, the publishing workflow's own command, and the packages in an empty folder. It works on a clone of
// what is committed, and leaves nothing behind.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pnpmArguments, root } from '@org/scripts/bootstrap.mjs'
import { parse } from 'yaml'
import { publishedPackages } from './pack.ts'
import { runCompiler } from './project.ts'
import { type Registry, startRegistry } from './registry.ts'
import { runCommand } from './run-command.ts'
import { writeSamples } from './samples.ts'

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
}

const folder = mkdtempSync(path.join(tmpdir(), 'org-release-'))
const clone = path.join(folder, 'clone')
let registry: Registry | undefined
try {
  await step('cloned and installed', async () => {
    await runCommand('git', ['clone', '--quiet', root, clone])
    await pnpm('install', '--frozen-lockfile', '--prefer-offline')
  })
  await step('versions of the changesets', () => pnpm('changeset', 'version'))
  const released = publishedPackages().map((each) => manifestOf(path.join(clone, 'packages', each)))
  console.log(released.map(({ name, version }) => `  ${name} ${version}`).join('\n'))
  await step('built', () => pnpm('turbo', 'run', 'build', '--filter=./packages/*'))
  const started = await step('registry started', () => startRegistry(path.join(folder, 'registry')))
  registry = started
  await step('published in order', async () => {
    await publish(started)
    await checkPublished(started, released)
  })
  await step('nothing left to publish', async () => {
    const before = await Promise.all(released.map(({ name }) => started.packageOf(name)))
    await publish(started)
    assert.deepEqual(await Promise.all(released.map(({ name }) => started.packageOf(name))), before)
  })
  await step('@org/chat-engine installed, imported and type-checked', () => adoptEngine(started, released))
  await step('all of them beside it', () => adoptAll(started, released))
} finally {
  await registry?.stop()
  rmSync(folder, { recursive: true })
}

/** The workflow's command. Provenance is left out: only the workflow can say where a package comes from. */
async function publish({ url, settings }: Registry): Promise<void> {
  const workflow = parse(readFileSync(path.join(root, '.github/workflows/publish.yml'), 'utf8')) as {
    jobs: { publish: { steps: { run?: string }[] } }
  }
  const commands = workflow.jobs.publish.steps.map(({ run = '' }) => run)
  const command = commands.find((each) => each.includes(' publish ')) ?? ''
  assert.match(command, / --provenance /u, 'The workflow publishes with provenance.')
  const [program = '', ...args] = command.replaceAll("'", '').replace(' --provenance ', ' ').split(' ')
  writeFileSync(path.join(clone, '.npmrc'), settings)
  await runCommand(program, [...args, '--registry', url], clone)
}

/** Each package is there in its version, depends on published versions alone, and came after those. */
async function checkPublished(from: Registry, released: readonly Manifest[]): Promise<void> {
  const times = new Map<string, string>()
  for (const { name, version } of released) {
    const { time } = await from.packageOf(name)
    times.set(name, time[version] ?? assert.fail(`${name}@${version} is not in the registry.`))
  }
  for (const { name, version } of released) {
    const { versions } = await from.packageOf(name)
    for (const [other, range] of Object.entries(versions[version]?.dependencies ?? {})) {
      assert.match(range, /^[\^~]?\d/u, `${name} depends on ${other} by ${range}.`)
      const before = times.get(other)
      assert.ok(before === undefined || before < String(times.get(name)), `${other} came after ${name}.`)
    }
  }
}

async function adoptEngine({ settings }: Registry, released: readonly Manifest[]): Promise<void> {
  const project = emptyProject('engine', settings)
  await runCommand('npm', ['install', '@org/chat-engine'], project)
  const installed = manifestOf(path.join(project, 'node_modules/@org/chat-engine'))
  assert.equal(installed.version, released.find(({ name }) => name === installed.name)?.version)
  const use = `import { createChatEngine } from '@org/chat-engine'
    import { createScriptedTransport } from '@org/chat-engine/testing'
    createChatEngine({ transport: createScriptedTransport() }).dispose()`
  await runCommand(process.execPath, ['--input-type=module', '--eval', use], project)
  writeSamples(project)
  const options = { module: 'nodenext', moduleResolution: 'nodenext', types: [] }
  await runCompiler(project, 'typescript', options, ['samples/adopt-chat-engine/sample-1.ts'])
}

/** npm brings the peers that are not optional; a tree that does not fit fails. */
async function adoptAll({ settings }: Registry, released: readonly Manifest[]): Promise<void> {
  const project = emptyProject('all', settings)
  await runCommand('npm', ['install', ...released.map(({ name }) => name)], project)
  await runCommand('npm', ['ls', '--all'], project)
}

function emptyProject(name: string, settings: string): string {
  const project = path.join(folder, name)
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(path.join(project, '.npmrc'), settings)
  return project
}

function manifestOf(of: string): Manifest {
  return JSON.parse(readFileSync(path.join(of, 'package.json'), 'utf8')) as Manifest
}

function pnpm(...args: string[]): Promise<string> {
  return runCommand('npx', [...pnpmArguments, ...args], clone)
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`${name}: ok (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}
