import type { LoaderOptions } from './read-options.ts'

/** Where the framed document comes from and who frames it. */
export interface FrameAddressOptions extends Omit<LoaderOptions, 'id' | 'open' | 'hideLauncher' | 'full'> {
  /** Address of the loader's script: the widget comes from the same host. */
  loader: string
  /** Origin of the page that embeds the widget, `null` for one without an origin. */
  origin: string
}

/**
 * Address of the framed document: `/embed/theme/{theme}?cfg=…&open=0&hide=1&origin=…&position=…` on the loader's
 * host. The launcher is drawn by the page, so the document hides its own, and opens when it is told to. A size of the
 * tag's own goes along, and so does the language; a disclaimer that it does not require adds `require_disclaimer=0`.
 *
 * @throws {TypeError} when `loader` is no absolute address
 */
export function frameAddress(options: FrameAddressOptions): URL {
  const query = `cfg=${encodeURIComponent(options.cfg)}&open=0&hide=1&origin=${options.origin}&position=${options.position}&width=${options.width ?? ''}&height=${options.height ?? ''}&lang=${options.lang}&require_disclaimer=${options.requireDisclaimer}`
  return new URL(`/embed/theme/${options.theme}?${query}`, options.loader)
}
