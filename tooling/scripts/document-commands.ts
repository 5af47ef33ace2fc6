import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pnpmArguments, root } from './bootstrap.mjs'

interface Manifest {
  name: string
  folder: string
  scripts: Record<string, string>
}

const manifests: Manifest[] = globSync(['package.json', '{apps,packages,tooling}/*/package.json'], {
  cwd: root,
}).map((file) => {
  const { name, scripts = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Partial<Manifest>
  return { name: name ?? '', scripts, folder: path.dirname(file) }
})

/** Programs of ours that list their commands when they are not given one. */
const speaking = new Set([
  'apps/api/dist/cli/admin.js',
  'apps/api/dist/cli/import-content.js',
  'tooling/services/src/cli.ts',
])

/** Commands of pnpm's own whose help is read. */
const pnpmCommands = new Set([
  'add',
  'audit',
  'dedupe',
  'install',
  'licenses',
  'outdated',
  'pack',
  'peers',
  'publish',
  'sbom',
  'update',
  'why',
])

/** External commands, which are not checked. Paths of the repository among the arguments have to exist. */
const others = new Set(['curl', 'docker', 'git', 'kubectl', 'npm', 'openssl', 'pg_dump', 'psql'])

const variables = readFileSync(path.join(root, 'apps/api/README.md'), 'utf8')
const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
const helps = new Map<string, string>()

/** Every command of a document: the lines of its shell blocks, and what is a command in its prose and tables. */
export function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, block = '']) =>
    block.replace(/\\\n\s*/gu, ''),
  )
  const lines = blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/(^|\s)#.*$/u, '').trim())
  const prose = text.replace(/^```.*?^```$/gmsu, '')
  const inline = [...prose.matchAll(/`((?:pnpm|npm|npx|node) [^`]+)`/gu)].map(([, command = '']) => command)
  const parts = [...lines, ...inline].flatMap((line) => line.split(/\s(?:&&|\|)\s/u))
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

/** Returns the problems of a command in a document. */
export function problemsOfCommand(command: string, document: string): string[] {
  const words = command.replace(/\s[<>]\s*\S+/gu, '').split(/\s+/u)
  const problems: string[] = []
  while (/^[A-Z_]+=/u.test(words[0] ?? '')) {
    const [variable = ''] = (words.shift() ?? '').split('=')
    if (!variables.includes(`\`${variable}\``) && !compose.includes(variable))
      problems.push(`${variable} is a variable of nothing`)
  }
  const here = manifests.find(({ folder }) => folder !== '.' && document.startsWith(`${folder}/`))
  const found = problemsOfWords(words, here)
  return [...problems, ...found].map((problem) => `\`${command}\`: ${problem}`)
}

function problemsOfWords(
  [program = '', ...words]: string[],
  here: Manifest | undefined,
  folder = '.',
): string[] {
  const [, pinned] = pnpmArguments
  if (words.some((word) => word.startsWith('pnpm@') && word !== pinned)) return ['is not the pinned pnpm']
  if (program === 'npx') {
    const [first = '', pnpm = '', ...rest] = words
    return `${first} ${pnpm}` === pnpmArguments.join(' ')
      ? problemsOfPnpm(rest, here)
      : ['is not the pinned pnpm']
  }
  if (program === 'pnpm') return problemsOfPnpm(words, here)
  if (program === 'npm' && words[0] !== 'install') return problemsOfPnpm(words, here)
  if (program === 'node') return problemsOfNode(words, folder)
  if (!others.has(program)) return [`${program} is no program that is known here`]
  const paths = words.filter((word) => /^(?:\.\/)?(?:apps|deploy|docs|packages|tooling)\//u.test(word))
  return paths.filter((file) => !existsSync(path.join(root, file))).map((file) => `${file} does not exist`)
}

function problemsOfPnpm(given: string[], here: Manifest | undefined): string[] {
  const words = [...given]
  let target = [manifests.find(({ folder }) => folder === '.'), here]
  while (words[0]?.startsWith('-')) {
    const flag = words.shift()
    if (flag !== '--filter') continue
    const wanted = (words.shift() ?? '').replaceAll("'", '')
    const isFolder = wanted.startsWith('./')
    target = isFolder ? target : manifests.filter(({ name }) => name === wanted)
    if (target.length === 0) return [`there is no ${wanted}`]
  }
  if (words[0] === 'run') words.shift()
  const [name = '', ...rest] = words
  if (name === 'exec') {
    const binary = rest[0] ?? ''
    const folders = ['.', ...target.map((each) => each?.folder ?? '.')]
    const isThere = folders.some((folder) => existsSync(path.join(root, folder, 'node_modules/.bin', binary)))
    return isThere ? [] : [`${binary} is not installed`]
  }
  for (const manifest of target) {
    const script = manifest?.scripts[name]
    if (script?.startsWith('node '))
      return problemsOfWords([...script.split(' '), ...rest], here, manifest?.folder)
    if (script !== undefined) return []
  }
  if (!pnpmCommands.has(name)) return [`there is no script ${name}`]
  const help = helpOf('npx', [...pnpmArguments, name, '--help'])
  return rest
    .filter((word) => word.startsWith('--'))
    .flatMap((flag) => (help.includes(flag.split('=')[0] ?? '') ? [] : [`pnpm ${name} knows no ${flag}`]))
}

function problemsOfNode(words: string[], folder: string): string[] {
  const place = words.findIndex((word) => /\.[cm]?[jt]s$/u.test(word))
  if (place === -1) return ['names no file']
  const file = path.join(folder, words[place] ?? '')
  if (!existsSync(path.join(root, file))) return [`${file} does not exist`]
  if (!speaking.has(file)) return []
  const help = helpOf('node', [file, '--help'])
  const [command, ...rest] = words.slice(place + 1).filter((word) => !/[<…./@]/u.test(word))
  const wanted = [command, ...rest.filter((word) => word.startsWith('--'))]
  return wanted.flatMap((word) => (word === undefined || help.includes(word) ? [] : [`knows no ${word}`]))
}

function helpOf(program: string, words: string[]): string {
  const key = [program, ...words].join(' ')
  const known = helps.get(key)
  if (known !== undefined) return known
  const { stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
  helps.set(key, stdout + stderr)
  return stdout + stderr
}
