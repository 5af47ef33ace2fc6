/**
 * Opens an address in a new tab, which cannot reach back. Whether the browser let it.
 *
 * @throws {TypeError} when the address is not an http or https one
 */
export function openInTab(address: string): boolean {
  if (!/^https?:\/\//iu.test(address)) throw new TypeError('Not an address to open.')
  // Without `noopener`: with it `window.open` returns null even when a tab was opened.
  const tab = window.open(address, '_blank')
  if (tab === null) return false
  try {
    tab.opener = null
  } catch {
    // The tab is another site's already, and cut off from us by our own opener policy.
  }
  return true
}
