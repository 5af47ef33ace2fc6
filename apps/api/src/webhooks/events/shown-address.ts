/** Longest path that is shown whole: a shorter one is no secret that holds. */
const plainCharacters = 12

/** Number of shown characters at the end of a longer path: they distinguish two webhooks of one server. */
const shownCharacters = 4

/**
 * Returns the address of a webhook as lists, e-mails and the audit log show it: without its query, and of a long path the
 * end alone, because the paths of many receivers contain a secret.
 */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  if (pathname.length <= plainCharacters) return origin + pathname
  return `${origin}/…${pathname.slice(-shownCharacters)}`
}
