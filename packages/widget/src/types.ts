/** The id of a visitor, signed by your server. It must not reach a page that is cached for others. */
export interface SignedVisitor {
  /** Id of the customer in your shop, which never changes. */
  user_id: string
  /** HMAC-SHA256 of `{user_expires}:{user_id}`, in hex. */
  user_hash: string
  /** Unix time in seconds, at most a day ahead. */
  user_expires: number
}

/** An order of the visitor, as your shop has it. */
export interface ReportedOrder {
  /** Its number in your shop: each counts once. */
  id: string
  /** In units of the currency, such as 49.9. */
  total: number
  /** ISO 4217 code, such as `EUR`. */
  currency: string
  /** Ordered products, by their names in the catalogue. @default [] */
  items?: readonly { name: string }[] | undefined
}

/** Options of a widget. */
export interface WidgetOptions {
  /** Origin of the server of the widget, such as `https://chat.example`. A page uses one server. */
  server: string
  /** Id of the configurator. */
  cfg: string
  /**
   * Names the widget among several of a page.
   * @default cfg
   */
  id?: string | undefined
  /** @default 'ultra' */
  theme?: 'ultra' | 'modern' | 'ivory' | 'aurora' | undefined
  /** Its corner. @default the theme's */
  position?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' | undefined
  /** In pixels. @default the theme's */
  width?: number | undefined
  /** In pixels. @default the theme's */
  height?: number | undefined
  /** True to open it when the page is idle. @default false */
  open?: boolean | undefined
  /** Words on the launcher, which name the widget. @default its icon alone */
  label?: string | undefined
  /** CSS declarations of the launcher: `--paint`, `--sign`, `--radius`, `--icon`. @default the theme's */
  look?: string | undefined
  /** True to draw no launcher: the page opens the widget. @default false */
  hideLauncher?: boolean | undefined
  /** `scale` to scale it to fit on phones, too. @default a sheet that covers the screen */
  mobile?: 'scale' | undefined
  /** Language of its texts, such as `es`. @default the page's, else the browser's */
  lang?: string | undefined
  /** False where your page has its visitors accept the disclaimer. @default true */
  requireDisclaimer?: boolean | undefined
  /** Name of the global variable that gets the events of the widget, such as `dataLayer`. @default none */
  dataLayer?: string | undefined
  /** The visitor, as your server has signed them; null for a guest. @default null */
  user?: SignedVisitor | null | undefined
  /** Colours of the widget. @default 'auto', the preference of the system */
  scheme?: 'light' | 'dark' | 'auto' | undefined
  /** Nonce for the script, where the policy of the page needs one. @default none */
  nonce?: string | undefined
}

/** Events of a widget, with what they carry. None has a word of the chat. */
export interface WidgetEvents {
  /** The frame of the widget is there. */
  ready: null
  open: null
  close: null
  /** Answers that have come while it was closed. */
  unread: { count: number }
  /** A question was sent, or an answer is complete. */
  message: { role: 'user' | 'assistant' }
  /** Sources were opened, by their numbers in the answer. */
  'citation:open': { numbers: number[] }
  /** A product was opened; `affiliate_code` is null where the configurator has none. */
  'product:click': { name: string; urls: string[]; affiliate_code: string | null; click: string }
  /** A request for a person was sent. */
  handover: Record<string, never>
  /** Something failed: `unreachable`, `identity` with a reason, or the kind of a failed answer. */
  error: { kind: string; reason?: string }
}
