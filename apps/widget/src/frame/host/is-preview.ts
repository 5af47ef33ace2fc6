/** Pages of the site that preview a widget. */
const previewPages = /^\/(?:widgets\/preview\/|admin\/embed-preview$)/u

/** Returns whether the document is framed by a page of its own site that previews the widget. */
export function isPreview({ parent, location }: Window): boolean {
  try {
    return parent.location.origin === location.origin && previewPages.test(parent.location.pathname)
  } catch {
    // Only documents of the same origin may read it.
    return false
  }
}
