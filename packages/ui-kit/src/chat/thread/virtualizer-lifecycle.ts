import type { Virtualizer } from '@tanstack/virtual-core'

// The only place that calls members of the library with an underscore: its own framework adapters call them, and there
// is no other way to tie a virtualizer to a component. `virtualizer-lifecycle.test.ts` is pinned to the version.
/* oxlint-disable no-underscore-dangle */

/** Starts a virtualizer whose elements are in the page; the returned function stops it. */
export function mountVirtualizer(virtualizer: Virtualizer<HTMLElement, HTMLElement>): () => void {
  return virtualizer._didMount()
}

/** Lets a virtualizer look at its scroll element again, after every render. */
export function updateVirtualizer(virtualizer: Virtualizer<HTMLElement, HTMLElement>): void {
  virtualizer._willUpdate()
}
