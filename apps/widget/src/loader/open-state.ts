/**
 * Reads the last open state of a widget in this tab, `'1'` or `'0'`; null before any.
 *
 * @param open keeps this first
 */
export function openInTab(id: string, open?: boolean): string | null {
  const key = `org-chat:${id}`
  try {
    if (open !== undefined) sessionStorage.setItem(key, `${Number(open)}`)
    return sessionStorage.getItem(key)
  } catch {
    // Forbidden or full: the next page starts closed.
    return null
  }
}
