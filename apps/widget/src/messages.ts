import type { WidgetScale } from './auto-scale.ts'

// Messages between the host page and the widget's frame: `postMessage` objects, each with
// `source: 'org-chat'` and the version.

/** Marks our messages among those of others. */
export const messageSource = 'org-chat'

/** Version of the messages; messages of other versions are ignored. */
export const messageVersion = 1

/** Time in ms that page and frame wait for each other. After it the widget counts as unreachable, or as refused. */
export const handshakeMs = 15_000

/** The id of a visitor, signed by the server of the page; `''` for a guest. Values of the page, as text. */
export interface SignedUser {
  user_id: string
  user_hash: string
  user_expires: string
}

/** Messages from the host page to the widget. */
export type ToWidget =
  /** The first message. The frame answers `ready` with the same nonce. `user` identifies the visitor. */
  | { type: 'hello'; nonce: string; user: SignedUser }
  /** With `focus` somebody asked for it, who goes on typing there. */
  | { type: 'open'; focus: boolean }
  | { type: 'close' }
  /** A theme of the widget, `light` or `dark`, or `auto` for what the system prefers. */
  | { type: 'theme'; theme: string }
  /** The room that the widget is scaled to, in pixels; `full`: all of it is the widget's. */
  | { type: 'viewport'; width: number; height: number; full?: boolean }

/** Messages from the widget to the host page. */
export type FromWidget =
  /** Without a nonce it is the frame's first word, which asks for `hello`. */
  | { type: 'ready'; nonce?: string }
  | { type: 'open' | 'close' }
  | ({ type: 'scale' } & WidgetScale)
  /** Answers that came while it was closed. */
  | { type: 'unread'; count: number }
  | { type: 'event'; name: WidgetEventName; data: unknown }

/** Events inside the frame that are forwarded to the page. */
export type WidgetEventName = 'message' | 'citation:open' | 'product:click' | 'handover' | 'error'

/** A message as it is sent. */
export function envelope<Message extends ToWidget | FromWidget>(
  message: Message,
): Message & { source: string; v: number } {
  return { source: messageSource, v: messageVersion, ...message }
}

/** The fields of a message of ours; `undefined` for anything else. */
export function readEnvelope(data: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const fields: Record<string, unknown> = { ...data }
  return fields['source'] === messageSource && fields['v'] === messageVersion ? fields : undefined
}
