/* oxlint-disable typescript/no-unsafe-type-assertion -- what is not there reads as 'undefined', which no pattern accepts. */
import { looks } from './looks.ts'
import { ownRoot } from './own-document.ts'

/** Data attributes of a script tag, by their names in `dataset`. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** Options of a script tag. Omitted ones default to the theme's, which the frame applies. */
export interface LoaderOptions {
  /** Names the widget among several of a page: the tag's, else the configurator's id. */
  id: string
  theme: string
  /** True when the widget is open initially. */
  open: boolean
  /** True to draw no launcher: the page opens the widget by script. */
  hideLauncher: boolean
  /** True for a full-screen sheet on phones; false to scale to fit there as elsewhere. */
  full: boolean
  query: FrameQuery
}

/** Query of the frame's URL: `''` for an omitted attribute. */
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
  /** True when the disclaimer must be accepted before a chat. */
  | 'require_disclaimer',
  string
>

const yes = /^(1|true|yes)$/i

/**
 * Reads the data attributes of the loader's script tag: `id` (else `cfg`), `cfg`, `theme` (else ultra), `position`,
 * `width` and `height` in pixels (else the theme's), `open` and `hide-launcher` (else false), `mobile` (`scale`, else full),
 * `require-disclaimer` (else true), `lang` (else the page's).
 */
export function readOptions(attributes: Attributes): LoaderOptions {
  const { cfg = '', id = cfg, theme: name, position, width = '', height = '', open, mobile } = attributes
  const { hideLauncher, requireDisclaimer = '', lang = ownRoot().lang } = attributes
  const theme = looks.has(name) ? (name as string) : 'ultra'
  return {
    id,
    theme,
    open: yes.test(open as string),
    hideLauncher: yes.test(hideLauncher as string),
    full: mobile !== 'scale',
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
