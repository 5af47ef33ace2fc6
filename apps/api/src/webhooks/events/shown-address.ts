/** Longest path that is shown whole: a shorter one is no secret that holds. */
const plainCharacters = 12

/** Last characters of a longer path, by which people tell two webhooks of one server apart. */
const shownCharacters = 4

/**
 * Returns the address of a webhook as lists, e-mails and the audit log show it: without its query, and of a long path the
 * end alone. Many receivers know their sender by a secret in the path.
 */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  if (pathname.length <= plainCharacters) return origin + pathname
  return `${origin}/…${pathname.slice(-shownCharacters)}`
}
