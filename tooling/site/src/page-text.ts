import path from 'node:path'
import { pages } from './site-map.ts'

const repository = 'https://github.com/org/assistant'
const pathOf = new Map(pages.map(({ source, path: at }) => [source, at]))

/**
 * Returns a document as a page of the site: its links lead to other pages, or to the repository where there is none, and
 * nothing in it is a template of Vue.
 */
export function toPage(source: string, text: string): string {
  const parts = text.split(/(^```.*?^```$)/msu)
  // Colouring the thousands of lines of the references would take half of the build.
  const isReference = source.endsWith('/api.md')
  const linked = parts.map((part) => {
    if (!part.startsWith('```')) return withLinks(source, part)
    return isReference ? part.replace(/^```\w+/u, '```txt') : part
  })
  return `::: v-pre\n\n${linked.join('')}\n\n:::\n`
}

function withLinks(source: string, prose: string): string {
  return prose.replaceAll(/\]\(([^)\s]+)\)/gu, (_, target: string) => `](${addressOf(source, target)})`)
}

/** Returns the address of a link's target. */
export function addressOf(source: string, target: string): string {
  if (/^(?:[a-z]+:|#)/u.test(target)) return target
  const [relative = '', anchor] = target.split('#')
  const file = path.posix.join(path.posix.dirname(source), relative)
  const page = pathOf.get(file) ?? pathOf.get(path.posix.join(file, 'README.md'))
  const suffix = anchor === undefined ? '' : `#${anchor}`
  return page === undefined ? `${repository}/tree/main/${file}${suffix}` : `/${page}${suffix}`
}

/** Returns the anchor of a heading, as GitHub makes it, so that the links of the documents hold. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-')
}
