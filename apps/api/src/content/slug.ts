import { newId } from '../platform/process/ids.ts'
import { normalizeText } from '../platform/process/normalize-text.ts'

const longestSlug = 80

/** A slug from a title: letters and digits of every script, joined by hyphens. */
export function slugOf(title: string): string {
  const words =
    normalizeText(title, 'NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, longestSlug).join('').replace(/-$/u, '')
  return slug === '' ? 'article' : slug
}

/** The slug with an ending that no other one has. */
export function distinctSlug(slug: string): string {
  return `${slug}-${newId().slice(-8)}`
}
