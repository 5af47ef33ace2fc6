import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const page = 'docs/threat-model.md'

/** Tests that the threat model names, by a link to their file and words of their title, and that are not there. */
export function problemsOfThreats(): string[] {
  const text = readFileSync(path.join(root, page), 'utf8')
  const named = [
    ...text.matchAll(/\[[^\]]*\]\(([^)]+\.(?:test|spec)\.tsx?)\):\s((?:“[^”]+”(?:,\s)?)+)/gu),
  ].flatMap(([, link = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/gu)].map(([, title = '']) => ({ link, title })),
  )
  const strays = (text.match(/“/gu) ?? []).length - named.length
  const missing = named.filter(({ link, title }) => {
    const file = path.join(root, path.dirname(page), link)
    // Links that lead nowhere are told of elsewhere.
    return existsSync(file) && !readFileSync(file, 'utf8').includes(title)
  })
  return [
    ...missing.map(({ link, title }) => `${page}: ${link} has no test “${title}”`),
    ...(strays === 0 && named.length > 0 ? [] : [`${page}: ${strays} tests are named without their file`]),
  ]
}
