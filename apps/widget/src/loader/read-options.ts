/* oxlint-disable typescript/no-unsafe-type-assertion -- what is not there reads as 'undefined', which no pattern accepts. */
import { looks } from './looks.ts'

/** What a script tag says in its data attributes, by their names in `dataset`. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** What a script tag asks for. What it leaves out is the theme's, which the frame knows. */
export interface LoaderOptions {
  /** Names the widget among several of a page: the tag's, else the configurator's id. */
  id: string
  /** Id of the configurator, `''` where the tag names none. */
  cfg: string
  theme: string
  /** A corner, such as `bottom-right`. */
  position: string
  /** In pixels, as it is written: the frame reads it. */
  width: string | undefined
  height: string | undefined
  /** Whether the widget is open from the start. */
  open: boolean
  /** Whether no launcher is drawn: the page opens the widget by itself. */
  hideLauncher: boolean
  /** Whether a phone gives the widget its full screen; else it is scaled to fit. */
  full: boolean
  /** Whether the disclaimer must be accepted before a chat. */
  requireDisclaimer: boolean
  /** The language of the texts, such as `es`; where the tag names none, the page's own. `''`: the browser decides. */
  lang: string
}

const yes = /^(1|true|yes)$/i

/**
 * Reads the data attributes of the loader's script tag: `id` (else `cfg`), `cfg`, `theme` (else ultra), `position`,
 * `width` and `height` in pixels (else the theme's), `open` and `hide-launcher` (else false), `mobile` (`full`),
 * `require-disclaimer` (else true), `lang` (else the page's).
 */
export function readOptions(attributes: Attributes): LoaderOptions {
  const { cfg = '', id = cfg, theme: name, position, width, height, open, mobile } = attributes
  const { hideLauncher, requireDisclaimer, lang = document.documentElement.lang } = attributes
  const theme = looks.has(name) ? (name as string) : 'ultra'
  return {
    id,
    cfg,
    theme,
    // Specification 2, section 9.
    position: /^(bottom|top)-(left|right)$/.test(position as string)
      ? (position as string)
      : theme === 'aurora'
        ? 'bottom-left'
        : 'bottom-right',
    width,
    height,
    open: yes.test(open as string),
    hideLauncher: yes.test(hideLauncher as string),
    full: mobile === 'full',
    lang,

    requireDisclaimer: !/^(0|false|no)$/i.test(requireDisclaimer as string),
  }
}
