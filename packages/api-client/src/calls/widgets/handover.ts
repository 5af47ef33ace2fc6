import { amount, flag, list, maybe, oneOf, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'

/** Hours of one day, `HH:MM`. */
export interface DayHours {
  from: string
  to: string
}

/** Opening hours by weekday, from Monday; null is a closed day. */
export interface OpeningHours {
  /** Such as `Europe/Berlin`. */
  zone: string
  days: (DayHours | null)[]
}

/** Hand-over settings of a widget as an administrator saves them. */
export interface HandoverInput {
  channel: 'off' | 'email' | 'webhook'
  /** Mailbox of the channel `email`; empty for none. */
  email: string
  /** Address of the channel `webhook`; empty for none. */
  url: string
  name: 'hidden' | 'optional' | 'required'
  /** The visitor's e-mail address in the form. */
  reply: 'optional' | 'required'
  /** Null: always open. */
  hours: OpeningHours | null
  /** Shown in the form outside of the hours. */
  outside: string
  /** True to remove e-mail addresses, phone numbers and names from transcripts. */
  redact: boolean
  /** Grows with each save; 0 before the first one. */
  version: number
}

/** Hand-over settings of a widget. */
export interface HandoverSettings extends HandoverInput {
  /** Time of the secret that signs webhooks; null before the first one. */
  secretAt: string | null
  /** False when the server has no way to send e-mails. */
  canMail: boolean
}

/** The form of a chat's hand-over. */
export interface HandoverForm {
  /** False where no hand-over is set up. */
  available: boolean
  /** False outside of the opening hours; requests are accepted then, too. */
  open: boolean
  outside: string
  name: HandoverInput['name']
  reply: HandoverInput['reply']
  redact: boolean
}

/** One message of a transcript. */
export interface TranscriptMessage {
  role: 'user' | 'assistant'
  text: string
}

/** Request of a visitor for a person. */
export interface HandoverRequest {
  /** A UUID; a repeated one returns the first answer again. */
  requestId: string
  /** Id of the widget; none for the site's own chat. */
  embedId?: string | undefined
  consent: true
  name?: string | undefined
  email?: string | undefined
  message?: string | undefined
  transcript: readonly TranscriptMessage[]
  /** Id of the newest answer of the conversation. */
  answerId?: string | undefined
}

/** The accepted request. */
export interface HandoverReceipt {
  /** Quoted by the person. */
  reference: string
  open: boolean
}

/** A hand-over as the review shows it. */
export interface HandoverNote {
  reference: string
  status: 'waiting' | 'delivered' | 'failed'
  at: string
}

/** The calls of visitors who ask for a person. */
export interface HandoverCalls {
  handoverForm: (embedId: string | undefined, options?: CallOptions) => Promise<HandoverForm>
  /** The transcript as it would be sent. */
  previewHandover: (
    request: { embedId?: string | undefined; transcript: readonly TranscriptMessage[] },
    options?: CallOptions,
  ) => Promise<TranscriptMessage[]>
  requestHandover: (request: HandoverRequest, options?: CallOptions) => Promise<HandoverReceipt>
}

/** The calls of administrators about the hand-over of widgets. */
export interface HandoverSettingsCalls {
  handoverSettings: (widgetId: string, options?: CallOptions) => Promise<HandoverSettings>
  /** `secret` is there once: when the save has created the first secret of webhooks. */
  saveHandover: (
    widgetId: string,
    input: HandoverInput,
    options?: CallOptions,
  ) => Promise<HandoverSettings & { secret: string | null }>
  /** Creates a new secret of webhooks. The earlier one also signs for a day. */
  newHandoverSecret: (
    widgetId: string,
    options?: CallOptions,
  ) => Promise<{ secret: string; secretAt: string }>
  /** Sends a test to the webhook. `status` is that of the response; null without one. */
  testHandover: (
    widgetId: string,
    options?: CallOptions,
  ) => Promise<{ delivered: boolean; status: number | null }>
}

const day = shape<DayHours>({ from: text, to: text })
const hours = shape<OpeningHours>({
  zone: text,
  // A broken day is a closed one: left out, it would move the days after it.
  days: (value) => (Array.isArray(value) ? value.map((entry) => day(entry) ?? null) : undefined),
})
const name = or(oneOf('hidden', 'optional', 'required'), 'optional')
const reply = or(oneOf('optional', 'required'), 'optional')

const settings = {
  channel: or(oneOf('off', 'email', 'webhook'), 'off'),
  email: words,
  url: words,
  name,
  reply,
  hours: or(hours, null),
  outside: words,
  redact: or(flag, false),
  version: or(amount, 0),
  secretAt: maybe,
  canMail: or(flag, false),
} as const

const decodeSettings = shape<HandoverSettings>(settings)
const decodeSaved = shape<HandoverSettings & { secret: string | null }>({ ...settings, secret: maybe })
const decodeSecret = shape<{ secret: string; secretAt: string }>({ secret: text, secretAt: words })
const decodeTest = shape<{ delivered: boolean; status: number | null }>({
  delivered: flag,
  status: or(amount, null),
})
const decodeForm = shape<HandoverForm>({
  available: or(flag, false),
  open: or(flag, true),
  outside: words,
  name,
  reply,
  redact: or(flag, false),
})
const decodePreview = shape<{ transcript: TranscriptMessage[] }>({
  transcript: list(shape<TranscriptMessage>({ role: oneOf('user', 'assistant'), text: words })),
})
const decodeReceipt = shape<HandoverReceipt>({ reference: text, open: or(flag, true) })

/** Reads a hand-over of the review. */
export const handoverNote = shape<HandoverNote>({
  reference: text,
  status: or(oneOf('waiting', 'delivered', 'failed'), 'waiting'),
  at: words,
})

/** The calls of {@link HandoverCalls}. */
export function createHandoverCalls({ call }: Http): HandoverCalls {
  const path = '/api/handover'
  return {
    handoverForm: (embedId, { signal } = {}) => call(decodeForm, { path, query: { embedId }, signal }),
    previewHandover: async (body, { signal } = {}) =>
      (await call(decodePreview, { method: 'POST', path: `${path}/preview`, body, signal })).transcript,
    requestHandover: (body, { signal } = {}) => call(decodeReceipt, { method: 'POST', path, body, signal }),
  }
}

/** The calls of {@link HandoverSettingsCalls}. */
export function createHandoverSettingsCalls({ call }: Http): HandoverSettingsCalls {
  const pathOf = (widgetId: string) => `/api/admin/configurators/${encodeURIComponent(widgetId)}/handover`
  return {
    handoverSettings: (widgetId, { signal } = {}) => call(decodeSettings, { path: pathOf(widgetId), signal }),
    saveHandover: (widgetId, body, { signal } = {}) =>
      call(decodeSaved, { method: 'PUT', path: pathOf(widgetId), body, signal }),
    newHandoverSecret: (widgetId, { signal } = {}) =>
      call(decodeSecret, { method: 'POST', path: `${pathOf(widgetId)}/secret`, signal }),
    testHandover: (widgetId, { signal } = {}) =>
      call(decodeTest, { method: 'POST', path: `${pathOf(widgetId)}/test`, signal }),
  }
}
