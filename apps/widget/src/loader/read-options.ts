import type { WidgetTheme } from '../themes/widget-themes.ts'
import { launcherStyles } from './launcher-styles.ts'
import { ownRoot } from './own-document.ts'

/** Data attributes of a script tag, by their names in `dataset`. A page may pass any value to `start`. */
export type Attributes = Readonly<Record<string, unknown>>

/** Options of a script tag. Omitted ones default to the theme's, which the frame applies. */
export interface LoaderOptions {
  /** Names the widget among several of a page: the tag's, else the configurator's id. */
  id: string
  theme: WidgetTheme
  /** True when the widget is open initially. */
  open: boolean
  /** Words on the launcher, and the name of the widget; `''` for neither. */
  label: string
  /** CSS declarations of the launcher's custom properties: `--paint`, `--sign`, `--icon`, `--radius`. */
  look: string
  /** True to draw no launcher: the page opens the widget by script. */
  hideLauncher: boolean
  /** True for a full-screen sheet on phones; false to scale to fit there as elsewhere. */
  full: boolean
  /** Name of the global variable that gets the events of the widget, `dataLayer` of a tag manager; `''` for none. */
  dataLayer: string
  query: FrameQuery
  /** All of them, for those that the panel reads: `userId`, `userHash` and `userExpires`. */
  attributes: Attributes
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

/**
 * Reads the data attributes of the loader's script tag: `id` (else `cfg`), `cfg`, `theme` (else ultra), `position`,
 * `width` and `height` in pixels (else the theme's), `label` and `look` of the launcher (else the theme's), `open` and `hide-launcher` (else false), `mobile` (`scale`, else full),
 * `require-disclaimer` (else true), `lang` (else the page's), `data-layer` (else none), `user-id`, `user-hash` and `user-expires` (else a guest). Values become text; without a value the default applies.
 */
export function readOptions(attributes: Attributes): LoaderOptions {
  const text = (name: string, absent = ''): string => toText(attributes[name] ?? absent)
  const isOn = (name: string): boolean => /^(1|true|yes)$/i.test(text(name))
  const cfg = text('cfg')
  const named = text('theme')
  const theme = isTheme(named) ? named : 'ultra'
  const position = text('position')
  return {
    id: text('id', cfg),
    theme,
    label: text('label'),
    look: text('look'),
    open: isOn('open'),
    hideLauncher: isOn('hideLauncher'),
    dataLayer: text('layer'),
    full: text('mobile') !== 'scale',
    attributes,
    query: {
      cfg,
      // Specification 2, section 9.
      position: /^(bottom|top)-(left|right)$/.test(position)
        ? position
        : `bottom-${theme === 'aurora' ? 'left' : 'right'}`,
      width: text('width'),
      height: text('height'),
      lang: text('lang', ownRoot()?.lang),
      require_disclaimer: text('requireDisclaimer'),
    },
  }
}

function isTheme(name: string): name is WidgetTheme {
  return Object.hasOwn(launcherStyles, name)
}

/** Converts a value of the page to text. */
export function toText(value: unknown): string {
  return String(value)
}
