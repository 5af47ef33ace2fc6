import { ownBody } from './own-document.ts'
import type { LoaderOptions } from './read-options.ts'

/**
 * Address of the framed document on the loader's host:
 * `/embed/theme/{theme}?cfg=…&position=…&width=…&height=…&lang=…&font=…&require_disclaimer=…&open=0&hide=1&origin=…`. The
 * launcher is drawn by the page, so the document hides its own, and opens on an `open` message.
 *
 * @param loader address of the loader's script
 * @throws {TypeError} when `loader` is no absolute address
 */
export function frameAddress({ theme, query }: LoaderOptions, loader: string): URL {
  const body = ownBody()
  const search = new URLSearchParams({
    ...query,
    // Read with the address, since it makes the browser calculate the styles of the page.
    font: body ? getComputedStyle(body).fontFamily : '',
    open: '0',
    hide: '1',
    origin: window.origin,
  })
  return new URL(`/embed/theme/${theme}?${search}`, loader)
}
