/** Key of the stored product clicks of a widget in the page's storage. */
export const clickKey = (cfg: string): string => `org-chat-clicks:${cfg}`

/** Returns whether the visitor has followed a product of a widget on this site. Without it no order is reported. */
export function hasClicks(cfg: string): boolean {
  try {
    return localStorage.getItem(clickKey(cfg)) !== null
  } catch {
    return false
  }
}
