// Checks the documents against the repository: links and headings, commands, manifests of the packages, the tests of
// each threat, and the list of dependencies, which must be safe besides. The code in them is type-checked, and run, where the packed packages
// are tested.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { problemsOfAsvs } from './document-asvs.ts'
import { problemsOfAdvisories, problemsOfLockfile } from './dependency-safety.ts'
import { commandsOf, problemsOfCommand } from './document-commands.ts'
import { problemsOfDependencies } from './document-dependencies.ts'
import { problemsOfLinks } from './document-links.ts'
import { problemsOfManifest } from './document-manifests.ts'
import { problemsOfThreats } from './document-threats.ts'

const patterns = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', '{apps,packages}/*/README.md']
const documents = globSync(patterns, { cwd: root })
const readmeHeadings = ['Errors', 'Size', 'What it does not do']
const problems: string[] = []

let commands = 0
for (const file of documents) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = [...problemsOfLinks(file, text)]
  for (const command of commandsOf(text)) {
    commands += 1
    found.push(...problemsOfCommand(command, file))
  }
  if (file.startsWith('packages/'))
    found.push(...problemsOfReadme(file, text), ...problemsOfManifest(file, text))
  problems.push(...found.map((problem) => `${file}: ${problem}`))
}
problems.push(...problemsOfThreats(), ...problemsOfAsvs())
problems.push(...(await problemsOfDependencies()), ...problemsOfLockfile(), ...(await problemsOfAdvisories()))

for (const problem of problems) console.error(problem)
console.log(`${documents.length} documents, ${commands} commands: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Parts that a package's README lacks, and values that the package exports and the README does not name. */
function problemsOfReadme(file: string, text: string): string[] {
  const problems = readmeHeadings
    .filter((heading) => !text.includes(`\n## ${heading}\n`))
    .map((heading) => `has no part '${heading}'`)
  const reference = path.join(root, path.dirname(file), 'api.md')
  if (!existsSync(reference)) return problems
  const exported = readFileSync(reference, 'utf8').matchAll(
    /^export declare (?:function|const|class) (\w+)/gmu,
  )
  for (const [, name = ''] of exported) {
    // The contract's schemas are named after its calls, and so many that the README gives the rule.
    if (!name.endsWith('Schema') && !new RegExp(`\\b${name}\\b`, 'u').test(text))
      problems.push(`does not name ${name}, which the package exports`)
  }
  return problems
}
