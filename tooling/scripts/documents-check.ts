// What the documents say, held against what is there: links and headings, commands, the tests of each threat, and the
// list of dependencies, which must be safe besides. The code in them is type-checked, and run, where the packed packages
// are tested.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { problemsOfAdvisories, problemsOfLockfile } from './dependency-safety.ts'
import { commandsOf, problemsOfCommand } from './document-commands.ts'
import { problemsOfDependencies } from './document-dependencies.ts'
import { problemsOfLinks } from './document-links.ts'
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
    for (const heading of readmeHeadings)
      if (!text.includes(`\n## ${heading}\n`)) found.push(`has no part '${heading}'`)
  problems.push(...found.map((problem) => `${file}: ${problem}`))
}
problems.push(...problemsOfThreats())
problems.push(...(await problemsOfDependencies()), ...problemsOfLockfile(), ...(await problemsOfAdvisories()))

for (const problem of problems) console.error(problem)
console.log(`${documents.length} documents, ${commands} commands: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
