import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pnpmArguments, root } from '@org/scripts/bootstrap.mjs'
import { parse, stringify } from 'yaml'
import { olderNodes } from './older-nodes.ts'
import type { PackedPackage } from './pack.ts'
import { runCommand } from './run-command.ts'
import { samplePages, writeSamples } from './samples.ts'

const sample = path.resolve(import.meta.dirname, '../sample')
const modules = path.resolve(import.meta.dirname, '../node_modules')

/** Dependencies that a consumer installs beside the packages. */
const beside = [
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'dompurify',
  'ai',
  'jotai',
  'lowlight',
  'maplibre-gl',
  'react',
  'react-dom',
  'solid-js',
  'svelte',
  'vite',
  'vue',
]

/** Build tools for components of other frameworks and applications of Next.js. */
const frameworks = {
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@vitejs/plugin-vue': '6.0.11',
  next: '16.4.6',
  'vite-plugin-solid': '2.11.14',
}

/** Makes an empty folder into a project that has the sample's files, and the tarballs installed. */
export async function createProject(folder: string, packages: readonly PackedPackage[]): Promise<void> {
  const { catalog, catalogs } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>
    catalogs: { published: Record<string, string> }
  }
  const versions = { ...catalog, ...catalogs.published }
  const tarballs = Object.fromEntries(packages.map(({ name, file }) => [name, `file:${file}`]))
  const thirdParty = Object.fromEntries(beside.map((name) => [name, versions[name]]))
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...tarballs, ...thirdParty, ...frameworks, ...olderNodes },
  }
  cpSync(sample, folder, { recursive: true })
  writeSamples(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  // The packages are not in the registry yet at the versions that are being tested.
  writeFileSync(
    path.join(folder, 'pnpm-workspace.yaml'),
    stringify({ overrides: tarballs, allowBuilds: { node: true } }),
  )
  await runCommand(
    'npx',
    [...pnpmArguments, 'install', '--prefer-offline', '--strict-peer-dependencies'],
    folder,
  )
}

/**
 * Type-checks the sample as two compilers and two ways of resolution see it, and the code of the documents. All
 * declaration files are looked at once, by the stricter resolution and the faster compiler.
 */
export async function checkTypes(folder: string): Promise<void> {
  for (const moduleResolution of ['bundler', 'nodenext']) {
    for (const compiler of ['typescript', 'typescript-5.9']) {
      const skipLibCheck = moduleResolution === 'bundler' || compiler === 'typescript-5.9'
      const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
      const options = { module, moduleResolution, skipLibCheck, checkJs: true }
      await runCompiler(folder, compiler, options, ['*.ts', '*.tsx', '*.js'])
    }
  }
  const options = { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true, allowJs: true }
  await runCompiler(folder, 'typescript', options, ['samples', 'components.d.ts'])
}

/** Type-checks what a project includes. Rejects with the compiler's output. */
export async function runCompiler(
  folder: string,
  compiler: string,
  options: object,
  include: string[],
): Promise<void> {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
    ...options,
  }
  const file = path.join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify({ compilerOptions, include }, null, 2))
  await runCommand(process.execPath, [path.join(modules, compiler, 'bin', 'tsc'), '-p', file], folder)
}

/** Builds the sample's page, and one for each package's README. */
export async function buildPages(folder: string): Promise<void> {
  const build = { target: 'es2023', rolldownOptions: { input: ['vite.html', ...samplePages(folder)] } }
  const plugins = "[vue(), svelte(), solid({ include: ['**/solid.page.tsx'] })]"
  writeFileSync(
    path.join(folder, 'vite.config.js'),
    `import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import solid from 'vite-plugin-solid'

export default { ...${JSON.stringify({ build, logLevel: 'warn' })}, plugins: ${plugins} }\n`,
  )
  await runCommand(
    process.execPath,
    [path.join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    folder,
  )
  if (globSync('dist/assets/*.css', { cwd: folder }).length === 0)
    throw new Error('Vite wrote no style sheet.')
}

/** Fails where a package holds code of others without their licence, found by its source maps. */
export function checkNotices(folder: string, packages: readonly PackedPackage[]): void {
  for (const { name } of packages) {
    const own = path.join(folder, 'node_modules', name)
    const maps = globSync('dist/**/*.map', { cwd: own }).map((file) =>
      readFileSync(path.join(own, file), 'utf8'),
    )
    const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
    const inside = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(source)?.[1])
    const file = path.join(own, 'THIRD-PARTY-LICENSES.md')
    const notices = existsSync(file) ? readFileSync(file, 'utf8') : ''
    for (const other of new Set(inside))
      if (other !== undefined && !notices.includes(`\n## ${other}\n`))
        throw new Error(`${name} holds ${other}, whose licence its THIRD-PARTY-LICENSES.md does not have.`)
  }
}

/** Fails where a README leads to a file beside it that the package does not bring. */
export function checkReadmes(folder: string, packages: readonly PackedPackage[]): void {
  for (const { name } of packages) {
    const own = path.join(folder, 'node_modules', name)
    const text = readFileSync(path.join(own, 'README.md'), 'utf8').replaceAll(/```.*?```|`[^`\n]*`/gsu, '')
    for (const [, file = ''] of text.matchAll(/\]\((?![a-z]+:|#|\.\.\/)([^)#]+)/gu))
      if (!existsSync(path.join(own, file)))
        throw new Error(`${name} leads to ${file}, and does not bring it.`)
  }
}
