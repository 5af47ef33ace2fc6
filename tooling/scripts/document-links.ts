import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/** Relative links of a document that lead nowhere, and anchors without a heading. */
export function problemsOfLinks(file: string, text: string): string[] {
  const prose = text
    .replace(/^```.*?^```$/gmsu, '')
    .replace(/`[^`\n]*`/gu, (code) => (code.includes('](') ? '' : code))
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = '']) => target)
  return targets.flatMap((target) => {
    if (/^[a-z]+:/u.test(target)) return []
    const [relative = '', anchor] = target.split('#')
    const linked = relative === '' ? path.join(root, file) : path.resolve(root, path.dirname(file), relative)
    if (!existsSync(linked)) return [`${target} leads nowhere`]
    if (anchor === undefined || statSync(linked).isDirectory()) return []
    return anchorsOf(readFileSync(linked, 'utf8')).has(anchor) ? [] : [`${target} names no heading`]
  })
}

/** Returns the anchors of a document's headings, as GitHub creates them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^```.*?^```$/gmsu, '').matchAll(/^#+ (.+)$/gmu)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/gu, '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}
