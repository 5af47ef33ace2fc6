import type { CallOptions, Http } from '../http.ts'
import type { Credentials } from './session.ts'
import { widgetAppearance } from './appearance.ts'
import type { WidgetAppearance } from './appearance.ts'
import { conversationsMode, widgetTheme } from './configurators.ts'
import type { WidgetTheme } from './configurators.ts'
import { amount, flag, isRecord, list, or, shape, text, toWire } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import { widgetDefaults } from '../widget-defaults.ts'

/** Public part of a widget's configuration. */
export interface EmbedConfig {
  title: string
  theme: WidgetTheme
  conversations: 'multi' | 'single'
  allowAttachments: boolean
  sidebarCollapsed: boolean
  composePlaceholder: string
  requireDisclaimer: boolean
  disclaimerUrl: string
  affiliateCode: string | null
  position: string
  /** True where a person can take over conversations. */
  handover: boolean
  appearance: WidgetAppearance
}

/** A widget's configuration and the names it may offer. */
export interface EmbedLists {
  config: EmbedConfig
  authors: string[]
  tools: string[]
}

/** A visitor's id, signed by the server of the widget's client. */
export interface VisitorIdentity {
  userId: string
  /** HMAC-SHA256 of `{userExpires}:{userId}` in hex. */
  userHash: string
  /** Unix time in seconds. */
  userExpires: number
}

/** The token that a question in a widget needs. */
export interface EmbedSession {
  token: string
  /** Seconds. */
  expiresIn: number
}

const name: Decoder<string> = (value) => text(isRecord(value) ? value['name'] : value)

const config = shape<EmbedConfig>({
  title: or(text, widgetDefaults.title),
  theme: widgetTheme,
  conversations: conversationsMode,
  allowAttachments: or(flag, widgetDefaults.allowAttachments),
  sidebarCollapsed: or(flag, widgetDefaults.sidebarCollapsed),
  composePlaceholder: or(text, widgetDefaults.composePlaceholder),
  requireDisclaimer: or(flag, widgetDefaults.requireDisclaimer),
  disclaimerUrl: or(text, widgetDefaults.disclaimerUrl),
  affiliateCode: or(text, widgetDefaults.affiliateCode),
  position: or(text, widgetDefaults.position),
  handover: or(flag, widgetDefaults.handover),
  appearance: widgetAppearance,
})

/** Reads a widget's lists, with the defaults of specification 2, section 9. */
const decodeEmbedLists: Decoder<EmbedLists> = shape<EmbedLists>({
  config: (value) => config(value ?? {}),
  authors: or(list(name), []),
  tools: or(list(name), []),
})

/** Reads an embed session. */
const decodeEmbedSession: Decoder<EmbedSession> = shape<EmbedSession>({
  token: text,
  expiresIn: or(amount, 3600),
})

/** The calls of the widget. */
export interface EmbedCalls {
  embedLists: (embedId: string, options?: CallOptions) => Promise<EmbedLists>
  /**
   * Opens a widget's session: its token goes along with every question that names the widget.
   *
   * @param embed `origin` of the framing page, and of the documents around that page (`ancestors`); `user` identifies the
   *   visitor, and `guest` opens a guest's session whatever cookies the browser has
   * @throws {ApiError} with the code `forbidden` when the widget is not allowed there, `identity_refused` for a `user` whose
   *   signature is not valid
   */
  embedSession: (
    embed: {
      cfg: string
      origin: string
      ancestors?: readonly string[] | undefined
      user?: VisitorIdentity | undefined
      guest?: boolean | undefined
    },
    options?: CallOptions,
  ) => Promise<EmbedSession>
  embedLogin: (cfg: string, credentials: Credentials, options?: CallOptions) => Promise<void>
  embedSignup: (cfg: string, credentials: Credentials, options?: CallOptions) => Promise<void>
}

/** The calls of {@link EmbedCalls}. */
export function createEmbedCalls({ call, tell }: Http): EmbedCalls {
  const enter =
    (path: string): EmbedCalls['embedLogin'] =>
    (cfg, { email, password }, { signal } = {}) =>
      tell({
        method: 'POST',
        path,
        query: { cfg },
        form: { email, password, redirect: cfg === '' ? '/embed' : `/embed/${encodeURIComponent(cfg)}` },
        signal,
      })
  return {
    embedLists: (embedId, { signal } = {}) =>
      call(decodeEmbedLists, { path: '/api/embed/lists', query: { embedId }, signal }),
    embedSession: ({ user, ...embed }, { signal } = {}) => {
      const body = { ...embed, user: user && toWire(user) }
      return call(decodeEmbedSession, { method: 'POST', path: '/api/embed/session', body, signal })
    },
    embedLogin: enter('/embed/login'),
    embedSignup: enter('/embed/signup'),
  }
}
