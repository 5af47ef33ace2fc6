import { addLoader, callLoader } from './loader.ts'
import type { ReportedOrder, SignedVisitor, WidgetEvents, WidgetOptions } from './types.ts'

/** A widget in the page. */
export interface WidgetHandle {
  open: () => void
  close: () => void
  toggle: () => void
  /** Calls the listener at each event, until the returned function is called. */
  on: <Name extends keyof WidgetEvents>(
    name: Name,
    listener: (detail: WidgetEvents[Name]) => void,
  ) => () => void
  /** Identifies the visitor; null for a guest, after a sign-out. */
  identify: (user: SignedVisitor | null) => void
  /** Reports an order of the visitor, which counts after a product click in the widget. */
  order: (order: ReportedOrder) => void
  /** Changes its colours. */
  setScheme: (scheme: 'light' | 'dark' | 'auto') => void
  /** Removes it from the page. The other methods do nothing afterwards. */
  destroy: () => void
}

/**
 * Adds a widget to the page: its launcher, and with the first one the script of the loader. Nothing else is requested
 * until somebody points at the launcher, focuses it or opens the widget. Without a document, as in a server render, it does
 * nothing.
 *
 * @example
 * import { mountWidget } from '@org/widget'
 *
 * const widget = mountWidget({ server: 'https://chat.example', cfg: '01990000-0000-7000-8000-000000000001' })
 * widget.on('product:click', ({ name }) => console.log(name))
 */
export function mountWidget({ server, nonce, ...options }: WidgetOptions): WidgetHandle {
  const id = options.id ?? options.cfg
  let isGone = typeof document === 'undefined'
  const call = (...args: unknown[]): void => {
    if (!isGone) callLoader(...args)
  }

  if (!isGone) {
    addLoader(server, nonce)
    call('start', attributesOf(options, id))
    if (options.scheme !== undefined) call('setTheme', options.scheme, id)
  }

  return {
    open: () => call('open', id),
    close: () => call('close', id),
    toggle: () => call('toggle', id),
    on(name, listener) {
      const receive = (event: Event): void => {
        listener(event instanceof CustomEvent ? event.detail : null)
      }
      call('on', name, receive, id)
      return () => call('off', name, receive, id)
    },
    identify: (user) => call('identify', user, id),
    order: (order) => call('order', order, id),
    setScheme: (scheme) => call('setTheme', scheme, id),
    destroy: () => {
      call('destroy', id)
      isGone = true
    },
  }
}

type Attributes = Record<string, string>

/** Attributes of a script tag that mean the same. All are named: the page's own tag has others. */
function attributesOf(options: Omit<WidgetOptions, 'server' | 'nonce'>, id: string): Attributes {
  const { user, lang, requireDisclaimer = true } = options
  const text = (value: string | number | boolean | undefined): string => (value ?? '').toString()
  return {
    id,
    cfg: options.cfg,
    theme: text(options.theme),
    position: text(options.position),
    width: text(options.width),
    height: text(options.height),
    open: text(options.open),
    label: text(options.label),
    look: text(options.look),
    hideLauncher: text(options.hideLauncher),
    mobile: text(options.mobile),
    lang: lang ?? document.documentElement.lang,
    requireDisclaimer: text(requireDisclaimer),
    layer: text(options.dataLayer),
    userId: text(user?.user_id),
    userHash: text(user?.user_hash),
    userExpires: text(user?.user_expires),
  }
}
