import { readSwitch } from '../../read-switch.ts'
import {
  toWidgetPosition,
  toWidgetTheme,
  widgetThemes,
  type WidgetPosition,
  type WidgetTheme,
} from '../../themes/widget-themes.ts'

/** Options in the URL of a widget's document. */
export interface FrameAddress {
  /** Id of the configurator, `''` for the site's own widget. */
  cfg: string
  theme: WidgetTheme
  /** Position, where it differs from the theme's. */
  position?: WidgetPosition
  width?: number
  height?: number
  open: boolean
  /** True when the host page draws the launcher. */
  hideLauncher: boolean
  /** Origin of the page that frames the document, as its loader names it. */
  origin?: string
  requireDisclaimer: boolean
  /** Language of the tag, else of the page; null without either. */
  language: string | null
  /** Typefaces of the page, as CSS writes them; unchecked. */
  pageFont: string | null
}

/**
 * Reads `/embed/theme/{theme}?cfg=&open=&hide=&origin=&lang=&font=`. `open` and `hide` (or `hideLauncher`) accept 1, true or yes.
 */
export function readAddress({ pathname, searchParams: query }: URL): FrameAddress {
  const theme = toWidgetTheme(/\/embed\/theme\/([^/]+)/u.exec(pathname)?.[1])
  const position = toWidgetPosition(query.get('position'))
  const width = readPixels(query.get('width'))
  const height = readPixels(query.get('height'))
  const origin = query.get('origin')
  return {
    cfg: query.get('cfg')?.trim() ?? '',
    theme,
    ...(position !== undefined && { position }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    open: readSwitch(query.get('open')) ?? false,
    hideLauncher: readSwitch(query.get('hide')) ?? readSwitch(query.get('hideLauncher')) ?? false,
    ...(origin !== null && { origin }),
    requireDisclaimer: readSwitch(query.get('require_disclaimer')) ?? true,
    language: query.get('lang'),
    pageFont: query.get('font'),
  }
}

/** Size and corner: the address's, else the theme's. */
export function placementOf(address: FrameAddress, theme: WidgetTheme) {
  const { position, width, height } = widgetThemes[theme]
  return {
    position: address.position ?? position,
    width: address.width ?? width,
    height: address.height ?? height,
  }
}

function readPixels(text: string | null): number | undefined {
  const pixels = Number(/^\s*(\d{3,4})(?:px)?\s*$/u.exec(text ?? '')?.[1])
  return pixels >= 200 ? pixels : undefined
}
