import type { KeyUse } from '@org/config/story'
import type { CatalogueStory } from './catalogue.ts'

/** Content that the tests found in a story. */
export interface ReadStory extends CatalogueStory {
  /** Its roles, and the names that elements of each have. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  readonly keyboard: readonly KeyUse[]
}

/** The roles that say nothing of a component: what text is made of, and the catalogue's own `main`. */
const unsaid = new Set(
  'blockquote caption cell code columnheader definition deletion emphasis generic listitem main option paragraph row rowgroup rowheader strong term text time'.split(
    ' ',
  ),
)

/**
 * Returns the names of an accessibility snapshot by role. Its lines are `- role "name" [state]: text`; of what has no
 * name the role alone is kept.
 *
 * @param heading the catalogue's own, which is left out
 */
export function namesIn(snapshot: string, heading: string): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const [, role = '', name] of snapshot.matchAll(/^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/gmu)) {
    if (unsaid.has(role) || name === heading) continue
    const known = names.get(role) ?? new Set()
    if (name !== undefined) known.add(name.replaceAll('\\"', '"'))
    names.set(role, known)
  }
  return names
}

/** docs/components.md: of every component its roles and names, and what the keys do. */
export function componentsDocument(stories: readonly ReadStory[]): string {
  const components = Map.groupBy(stories, ({ title }) => title)
  return [introduction, ...[...components].map(([title, group]) => partOf(title, group))].join('\n')
}

const introduction = `# Components

What each component is to assistive technology, and what the keys do in it. Written by the browser tests from what they
find in the stories of the [catalogue](../tooling/catalogue): every name below is one that they have read in the
accessibility tree, every line of a table one that they have pressed. To write it anew: \`pnpm catalogue:document\`.
`

function partOf(title: string, stories: readonly ReadStory[]): string {
  const lines = [
    `## ${title}`,
    '',
    `States: ${stories.map(({ name }) => name.toLowerCase()).join(', ')}.`,
    '',
  ]
  // The first story shows the component as it mostly is; the others those parts of it that have keys of their own.
  const told = stories.filter(({ keyboard }, index) => index === 0 || keyboard.length > 0)
  const merged = new Map<string, Set<string>>()
  for (const { names } of told)
    for (const [role, found] of names) merged.set(role, new Set([...(merged.get(role) ?? []), ...found]))
  if (merged.size > 0) {
    lines.push('| Role | Names |', '| --- | --- |')
    for (const [role, found] of [...merged].toSorted(([one], [other]) => one.localeCompare(other, 'en')))
      lines.push(`| ${role} | ${found.size === 0 ? 'without a name' : [...found].map(inCell).join('; ')} |`)
    lines.push('')
  }
  const uses = stories.flatMap(({ keyboard }) => keyboard)
  if (uses.length > 0) {
    lines.push('| On | Keys | What they do |', '| --- | --- | --- |')
    for (const { on, typed, keys, does } of uses) {
      const pressed = keys.map((key) => `<kbd>${key}</kbd>`).join(' ')
      const before = typed === undefined ? '' : `“${inCell(typed)}” `
      lines.push(`| ${on[0]} “${inCell(on[1])}” | ${before}${pressed} | ${inCell(does)} |`)
    }
    lines.push('')
  }
  return lines.join('\n')
}

function inCell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/gu, '\\$&')
}
