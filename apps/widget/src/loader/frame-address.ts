import type { FrameQuery } from './read-options.ts'

/**
 * Address of the framed document on the loader's host:
 * `/embed/theme/{theme}?cfg=…&position=…&width=…&height=…&lang=…&font=…&require_disclaimer=…&open=0&hide=1&origin=…`. The
 * launcher is drawn by the page, so the document hides its own, and opens on an `open` message.
 *
 * @param loader address of the loader's script
 * @throws {TypeError} when `loader` is no absolute address
 */
export function frameAddress(theme: string, query: FrameQuery, loader: string): URL {
  const search = new URLSearchParams({ ...query, open: '0', hide: '1', origin: window.origin })
  return new URL(`/embed/theme/${theme}?${search}`, loader)
}
