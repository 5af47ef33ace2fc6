import { words } from '../../../knowledge/text/clauses.ts'

/** A word cut to a common stem, so that 'sleeping', 'sleeps' and 'sleep' meet. Not for display. */
export function stem(word: string): string {
  let cut = word.toLowerCase().replace(/['’]s?$/u, '')
  if (cut.length > 4 && /(?:ies|(?:s|x|z|ch|sh)es)$/u.test(cut)) {
    cut = cut.replace(/ies$/u, 'y').replace(/(s|x|z|ch|sh)es$/u, '$1')
  } else if (cut.length > 3) cut = cut.replace(/([^su])s$/u, '$1')
  for (const ending of ['ization', 'ation', 'ness', 'ment', 'ing', 'ed', 'ly']) {
    if (cut.length - ending.length >= 4 && cut.endsWith(ending)) {
      cut = cut.slice(0, -ending.length).replace(/([bdfgmnprt])\1$/u, '$1')
      break
    }
  }
  return cut.length > 4 ? cut.replace(/[ey]$/u, '') : cut
}

/** The stems of a text; 'vitamin C' is one. */
export function stems(text: string): Set<string> {
  return new Set(words(text.replaceAll(/\b(vitamin) (\p{L}\d{0,2})\b/giu, '$2$1')).map(stem))
}

/** Returns whether two stems belong together: 'absorb' and 'absorption' share all but their endings. */
export function related(left: string, right: string): boolean {
  if (left === right) return true
  const shorter = Math.min(left.length, right.length)
  if (shorter < 6) return false
  let shared = 0
  while (shared < shorter && left[shared] === right[shared]) shared += 1
  return shared / shorter >= 0.8
}

/** Overlap of two sets: 0 for disjoint, 1 for equal ones. */
export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((item) => right.has(item)).length
  return shared / Math.max(1, Math.min(left.size, right.size))
}
