// Writes docs/asvs.md from the requirements of OWASP ASVS and this project's answers, and checks both against the repository.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

interface Requirement {
  id: string
  level: number
  chapter: string
  section: string
  text: string
}

type Evidence = { test: string; title: string } | { document: string; heading: string }

interface Answer {
  status: 'met' | 'not applicable' | 'not met'
  how: string
  evidence: Evidence[]
}

export const asvsPage = 'docs/asvs.md'

const folder = path.join(import.meta.dirname, 'asvs')
const requirements: Requirement[] = JSON.parse(readFileSync(path.join(folder, 'requirements.json'), 'utf8'))
const answers: Record<string, Answer> = JSON.parse(readFileSync(path.join(folder, 'answers.json'), 'utf8'))

/** Requirements without an answer, answers without their test or document, and a page that is not up to date. */
export function problemsOfAsvs(): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const problems = [
    ...requirements.filter(({ id }) => answers[id] === undefined).map(({ id }) => `${id} has no answer`),
    ...Object.keys(answers)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is no requirement of level 1 or 2`),
    ...Object.entries(answers).flatMap(([id, answer]) =>
      problemsOf(answer).map((problem) => `${id}: ${problem}`),
    ),
  ]
  const page = path.join(root, asvsPage)
  if (!existsSync(page) || readFileSync(page, 'utf8') !== textOfAsvs()) {
    problems.push('is not what its data says: run pnpm asvs:update')
  }
  return problems.map((problem) => `${asvsPage}: ${problem}`)
}

function problemsOf({ status, how, evidence }: Answer): string[] {
  return [
    ...(how === '' ? ['has no reason'] : []),
    ...(status === 'met' && evidence.length === 0 ? ['is met by nothing'] : []),
    ...evidence.flatMap((item) => {
      const [file, text] = 'test' in item ? [item.test, item.title] : [item.document, `# ${item.heading}\n`]
      const place = path.join(root, file)
      if (!existsSync(place)) return [`there is no ${file}`]
      return readFileSync(place, 'utf8').includes(text) ? [] : [`${file} has no “${text.trim()}”`]
    }),
  ]
}

/** The page: a chapter each, with each requirement and its answer. */
export function textOfAsvs(): string {
  const chapters = [...new Set(requirements.map(({ chapter }) => chapter))]
  return [
    '# OWASP ASVS 5, level 2',
    '<!-- Written by `pnpm asvs:update` from tooling/scripts/asvs. -->',
    `Each requirement of levels 1 and 2 of the [Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0), with the test that shows it, the reason for which it does not apply, or what is missing. The texts of the requirements are those of the OWASP Foundation under [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/), without “Verify that”. \`pnpm docs:check\` fails when a named test or heading does not exist. The rules themselves are in [security rules](security.md).`,
    summary(),
    ...missing(),
    ...chapters.map((chapter) => [`## ${chapter}`, ...sectionsOf(chapter)].join('\n\n')),
  ]
    .join('\n\n')
    .concat('\n')
}

function summary(): string {
  const count = (level: number, status: Answer['status']) =>
    requirements.filter(({ id, level: of }) => of === level && answers[id]?.status === status).length
  const row = (level: number) =>
    `| ${level} | ${count(level, 'met')} | ${count(level, 'not applicable')} | ${count(level, 'not met')} |`
  return ['| Level | Met | Not applicable | Not met |', '| --- | --- | --- | --- |', row(1), row(2)].join(
    '\n',
  )
}

function missing(): string[] {
  const open = requirements.filter(({ id }) => answers[id]?.status === 'not met')
  if (open.length === 0) return []
  return [
    '## Not met',
    open.map(({ id, level }) => `- **${id}** (level ${level}): ${answers[id]?.how}.`).join('\n'),
  ]
}

function sectionsOf(chapter: string): string[] {
  const own = requirements.filter((requirement) => requirement.chapter === chapter)
  return [...new Set(own.map(({ section }) => section))].flatMap((section) => [
    `### ${section}`,
    own
      .filter((requirement) => requirement.section === section)
      .map(itemOf)
      .join('\n'),
  ])
}

const statusNames = { met: 'Met', 'not applicable': 'Not applicable', 'not met': 'Not met' } as const

function itemOf({ id, level, text }: Requirement): string {
  const { status, how, evidence } = answers[id] ?? { status: 'not met', how: '', evidence: [] }
  const shown = [`${statusNames[status]}: ${how}.`, ...namesOf(evidence)].join(' ')
  return `- **${id}** (level ${level}) ${escaped(text.replace(/^Verify that /u, ''))}\n  **${shown.slice(0, shown.indexOf(':'))}**${shown.slice(shown.indexOf(':'))}`
}

/** Tests by file, with their titles, then headings of documents. */
function namesOf(evidence: readonly Evidence[]): string[] {
  const files = new Map<string, string[]>()
  const documents: string[] = []
  for (const item of evidence) {
    if ('test' in item) {
      const titles = files.get(item.test) ?? []
      titles.push(`“${item.title}”`)
      files.set(item.test, titles)
    } else documents.push(linkTo(item))
  }
  const tests = [...files].map(
    ([file, titles]) => `[${path.basename(file)}](${upTo(file)}): ${titles.join(', ')}`,
  )
  const shown = [...tests, ...documents].join('; ')
  return shown === '' ? [] : [`${shown}.`]
}

function linkTo({ document, heading }: { document: string; heading: string }): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
  return `[${heading}](${upTo(document)}#${anchor})`
}

function upTo(file: string): string {
  return path.posix.relative('docs', file)
}

/** Text that Markdown shows as it is. */
function escaped(text: string): string {
  return text.replaceAll(/\\([\\*_])/gu, '$1').replaceAll(/[*_<>[\]\\`]/gu, String.raw`\$&`)
}
