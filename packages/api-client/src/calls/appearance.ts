import { amount, list, maybe, oneOf, or, shape, text, words } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import { widgetDefaults } from '../widget-defaults.ts'

/** A corner of a page. */
export type WidgetPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** Sign on a launcher. */
export type LauncherIcon = 'chat' | 'question' | 'spark' | 'leaf'

/** Typeface of a widget: the theme's, the system's, the host page's, or one that the server has. */
export type WidgetFont = 'theme' | 'system' | 'host' | 'inter' | 'newsreader'

/** Language of a widget; `auto` is the page's, else the browser's. */
export type WidgetLanguage = 'auto' | 'en' | 'es' | 'ar'

/** A note beside the launcher. */
export interface WidgetGreeting {
  text: string
  /** Seconds after the page has loaded. */
  seconds: number
  /** Beginning of the paths of the pages that show it; empty is every page. */
  path: string
}

/** The look of a widget beyond its theme. Null is the theme's. */
export interface WidgetAppearance {
  /** `#rrggbb`; the shades of light and dark are derived from it. */
  accent: string | null
  /** Address of a picture; to save, also a new one as a `data:` address. */
  logo: string | null
  avatar: string | null
  /** Text of an empty conversation; empty is the widget's own. */
  welcome: string
  /** None, or three to six. */
  starters: string[]
  position: WidgetPosition | null
  icon: LauncherIcon
  /** Words on the launcher; empty is a sign alone. */
  label: string
  /** Pixels. */
  radius: number | null
  font: WidgetFont
  language: WidgetLanguage
  greeting: WidgetGreeting | null
}

const { appearance: defaults } = widgetDefaults

const greeting = shape<WidgetGreeting>({ text, seconds: or(amount, 0), path: words })

const fields = shape<WidgetAppearance>({
  accent: maybe,
  logo: maybe,
  avatar: maybe,
  welcome: words,
  starters: or(list(text), []),
  position: or(oneOf('bottom-right', 'bottom-left', 'top-right', 'top-left'), null),
  icon: or(oneOf('chat', 'question', 'spark', 'leaf'), defaults.icon),
  label: words,
  radius: or(amount, null),
  font: or(oneOf('theme', 'system', 'host', 'inter', 'newsreader'), defaults.font),
  language: or(oneOf('auto', 'en', 'es', 'ar'), defaults.language),
  greeting: or(greeting, null),
})

/** Reads an appearance; the defaults where a server sends none. */
export const widgetAppearance: Decoder<WidgetAppearance> = (value) => fields(value ?? {})
