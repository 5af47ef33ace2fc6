import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { pnpmArguments, root } from './bootstrap.mjs'

/** Licences under which what we ship may be used, changed and sold by anybody; the fonts' own among them. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Zlib',
])

/** Packages whose manifest names their licence inexactly, with the one of their licence file. */
const licencesOfFiles = new Map([['duck', 'BSD-2-Clause']])

const page = 'docs/dependencies.md'
const kinds = ['dependencies', 'devDependencies', 'peerDependencies'] as const

/** Dependencies that have no reason in docs/dependencies.md, reasons without a dependency, and licences that are not allowed. */
export async function problemsOfDependencies(): Promise<string[]> {
  const used = new Set<string>()
  for (const file of globSync(['package.json', '{apps,packages,tooling}/*/package.json'], { cwd: root })) {
    const manifest = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Partial<
      Record<(typeof kinds)[number], Record<string, string>>
    >
    for (const kind of kinds) for (const name of Object.keys(manifest[kind] ?? {})) used.add(name)
  }
  const text = readFileSync(path.join(root, page), 'utf8')
  const rows = [...text.matchAll(/^\| (`[^|]+`) +\|/gmu)].flatMap(
    ([, cell = '']) => cell.match(/`[^`]+`/gu) ?? [],
  )
  const listed = new Set(rows.map((name) => name.slice(1, -1)))
  const unexplained = [...used].filter((name) => !name.startsWith('@org/') && !listed.has(name))
  const unused = [...listed].filter((name) => !used.has(name))
  return [
    ...unexplained.map((name) => `${page}: says nothing of ${name}`),
    ...unused.map((name) => `${page}: ${name} is a dependency of nothing`),
    ...(await problemsOfLicences()),
  ]
}

/** libvips is a shared library that the server loads and anybody may replace, as the LGPL asks; no page contains it. */
function isSharedLibrary(name: string, licence: string): boolean {
  return name.startsWith('@img/sharp-libvips-') && licence === 'LGPL-3.0-or-later'
}

/** One licence of a choice (`OR`) must be allowed, and all that apply together (`AND`). */
function isAllowed(licence: string): boolean {
  const choices = licence.replace(/[()]/gu, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((one) => allowedLicences.has(one)))
}

async function problemsOfLicences(): Promise<string[]> {
  const filters = ['--filter', './apps/*', '--filter', './packages/*']
  const { stdout } = await promisify(execFile)(
    'npx',
    [...pnpmArguments, ...filters, 'licenses', 'list', '--prod', '--json'],
    { cwd: root, maxBuffer: 2 ** 26 },
  )
  const byLicence = JSON.parse(stdout) as Record<string, { name: string }[]>
  return Object.entries(byLicence).flatMap(([licence, packages]) => {
    return packages
      .filter(({ name }) => !isAllowed(licencesOfFiles.get(name) ?? licence))
      .filter(({ name }) => !isSharedLibrary(name, licence))
      .map(({ name }) => `${name}: its licence, ${licence}, is not among those allowed`)
  })
}
