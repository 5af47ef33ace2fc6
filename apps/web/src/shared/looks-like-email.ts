/** Returns whether a text may be an e-mail address; the server decides. */
export function looksLikeEmail(text: string): boolean {
  const at = text.indexOf('@')
  const domain = text.slice(at + 1)
  return at > 0 && !/[\s@]/u.test(domain) && domain.includes('.', 1) && !domain.endsWith('.')
}
