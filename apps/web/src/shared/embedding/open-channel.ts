/**
 * Opens a channel between the pages and frames of our own site; null where the browser forbids it: Firefox throws for a
 * site whose cookies are blocked.
 */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
