/* oxlint-disable typescript/no-unsafe-type-assertion -- what is not there reads as 'undefined', which no pattern accepts. */
import { looks } from './looks.ts'

/** What a script tag says in its data attributes, by their names in `dataset`. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** What a script tag asks for. What it leaves out is the theme's, which the frame knows. */
export interface LoaderOptions {
  /** Names the widget among several of a page: the tag's, else the configurator's id. */
  id: string
  theme: string
  /** Whether the widget is open from the start. */
  open: boolean
  /** Whether no launcher is drawn: the page opens the widget by itself. */
  hideLauncher: boolean
  /** Whether a phone gives the widget its full screen; else it is scaled to fit. */
  full: boolean
  query: FrameQuery
}

/** What the frame's address tells the frame, which reads it: `''` where the tag says nothing. */
export type FrameQuery = Record<
  /** Id of the configurator. */
  | 'cfg'
  /** A corner, such as `bottom-right`. */
  | 'position'
  /** In pixels. */
  | 'width'
  | 'height'
  /** The language of the texts, such as `es`; where the tag names none, the page's own. */
  | 'lang'
  /** Whether the disclaimer must be accepted before a chat. */
  | 'require_disclaimer',
  string
>

const yes = /^(1|true|yes)$/i

/**
 * Reads the data attributes of the loader's script tag: `id` (else `cfg`), `cfg`, `theme` (else ultra), `position`,
 * `width` and `height` in pixels (else the theme's), `open` and `hide-launcher` (else false), `mobile` (`full`),
 * `require-disclaimer` (else true), `lang` (else the page's).
 */
export function readOptions(attributes: Attributes): LoaderOptions {
  const { cfg = '', id = cfg, theme: name, position, width = '', height = '', open, mobile } = attributes
  const { hideLauncher, requireDisclaimer = '', lang = document.documentElement.lang } = attributes
  const theme = looks.has(name) ? (name as string) : 'ultra'
  return {
    id,
    theme,
    open: yes.test(open as string),
    hideLauncher: yes.test(hideLauncher as string),
    full: mobile === 'full',
    query: {
      cfg,
      // Specification 2, section 9.
      position: /^(bottom|top)-(left|right)$/.test(position as string)
        ? (position as string)
        : `bottom-${theme === 'aurora' ? 'left' : 'right'}`,
      width,
      height,
      lang,
      require_disclaimer: requireDisclaimer,
    },
  }
}
