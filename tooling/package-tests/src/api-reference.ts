// `packages/*/api.md`: all that a package exports, by entry, as its built declaration files and their docstrings say it.
// Fails where a file is not what it should be; with `--update` it is written anew.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { root } from '@org/scripts/bootstrap.mjs'
import { publishedPackages } from './pack.ts'

const compilerOptions = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  types: [],
}

interface Entry {
  folder: string
  /** Import specifier. */
  name: string
  config: ExtractorConfig
}

const isUpdate = process.argv.includes('--update')
const temporary = mkdtempSync(path.join(tmpdir(), 'org-api-'))
const stale: string[] = []
try {
  const folders = publishedPackages().map((name) => path.join(root, 'packages', name))
  const entries = folders.flatMap(entriesOf)
  const compilerState = compile(entries)
  for (const folder of folders) {
    const own = entries.filter((entry) => entry.folder === folder)
    const sections = own.map(
      (entry) => `## \`${entry.name}\`\n\n\`\`\`ts\n${declarationsOf(entry, compilerState)}\n\`\`\`\n`,
    )
    const title = `# Everything that \`${own[0]?.name ?? folder}\` exports\n\nMade from the docstrings by \`pnpm api:update\`.\n`
    const text = [title, ...sections].join('\n')
    const file = path.join(folder, 'api.md')
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (isUpdate) writeFileSync(file, text)
    else stale.push(path.relative(root, file))
  }
} finally {
  rmSync(temporary, { recursive: true })
}
if (stale.length > 0) {
  console.error(
    `Not what the packages export: ${stale.join(', ')}. After \`pnpm build\`: \`pnpm api:update\`.`,
  )
  process.exitCode = 1
}

function entriesOf(folder: string): Entry[] {
  const manifestFile = path.join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    name: string
    exports: Record<string, { types?: string }>
  }
  const declared = Object.entries(manifest.exports).filter(([entry]) => !/\.(css|js)$/u.test(entry))
  return declared.map(([entry, { types = '' }]) => {
    const name = path.posix.join(manifest.name, entry)
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: manifestFile,
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: path.join(folder, types),
        compiler: { overrideTsconfig: { compilerOptions } },
        newlineKind: 'lf',
        dtsRollup: { enabled: true, untrimmedFilePath: path.join(temporary, `${name}.d.ts`) },
        messages: {
          compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
          extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        },
      },
    })
    return { folder, name, config }
  })
}

/** One program for all packages: to read the libraries they stand on takes longer than all else. */
function compile(entries: readonly Entry[]): CompilerState {
  const [first] = entries
  if (first === undefined) throw new Error('There is no package.')
  return CompilerState.create(first.config, {
    additionalEntryPoints: entries.map(({ config }) => config.mainEntryPointFilePath),
  })
}

function declarationsOf({ name, config }: Entry, compilerState: CompilerState): string {
  const problems: string[] = []
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    compilerState,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.formatMessageWithLocation(root))
      message.handled = true
    },
  })
  if (!succeeded) throw new Error(`The declarations of ${name} could not be read. ${problems.join('\n')}`)
  return readFileSync(config.untrimmedFilePath, 'utf8')
    .replace(/\nexport \{ \}\s*$/u, '')
    .trim()
}
