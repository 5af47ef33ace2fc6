import type { AnswerOutcome } from '../../chat-events.ts'
import { amount, flag, id, list, maybe, oneOf, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type WidgetAppearance, widgetAppearance } from '../appearance.ts'
import { type ClientEdit, clientEdits } from './client-edits.ts'
import { type Sighting, type WidgetTheme, widgetTheme } from '../configurators.ts'

/** A widget of a client. */
export interface ClientWidget {
  id: string
  name: string
  title: string
  active: boolean
  theme: WidgetTheme
  appearance: WidgetAppearance
  version: number
  /** Parts of the appearance that the client may change. */
  clientEdits: ClientEdit[]
  /** Sites on which the widget was opened, the latest first. */
  sightings: Sighting[]
}

/** Steps of a client that are done, by facts of the server. */
export interface ClientChecklist {
  look: boolean
  content: boolean
  install: boolean
  question: boolean
}

/** A client's own widgets, and the steps that are done. */
export interface ClientRoom {
  widgets: ClientWidget[]
  checklist: ClientChecklist
}

/** An answer in a client's widgets. Texts are redacted, and null when they are not stored. */
export interface ActivityItem {
  id: string
  at: string
  question: string | null
  /** The beginning of the answer, without marks of Markdown. */
  answer: string | null
  outcome: AnswerOutcome | null
  /** Reason given with a rating. */
  reason: string | null
  /** Name of the widget; null for one that was deleted. */
  widget: string | null
}

/** The newest records of answers in a client's widgets. */
export interface ClientActivity {
  /** Days that ratings and clicks are counted over. */
  days: number
  uncovered: ActivityItem[]
  ratings: { up: number; down: number; newest: ActivityItem[] }
  products: { name: string; clicks: number }[]
  conversations: ActivityItem[]
  keepsText: boolean
}

/** Parts of an appearance to change; those that are left out stay. */
export type ClientAppearance = Partial<Pick<WidgetAppearance, ClientEdit>>

/** An invitation of a client. */
export interface ClientInvitation {
  id: string
  email: string
  status: 'open' | 'expired' | 'accepted'
  sentAt: string
  expiresAt: string
  /** E-mails that may still be sent. */
  sendsLeft: number
}

/** The calls of a client's room. */
export interface ClientRoomCalls {
  clientRoom: (options?: CallOptions) => Promise<ClientRoom>
  clientActivity: (options?: CallOptions) => Promise<ClientActivity>
  /** @throws {ApiError} with the code `conflict` when `version` is no longer the current one */
  saveClientAppearance: (
    widgetId: string,
    change: ClientAppearance & { version: number },
    options?: CallOptions,
  ) => Promise<void>
}

/** The calls of administrators who invite clients. */
export interface InvitationCalls {
  /** The oldest first. */
  clientInvitations: (options?: CallOptions) => Promise<ClientInvitation[]>
  inviteClient: (email: string, options?: CallOptions) => Promise<void>
  /** Sends a new link, which ends the earlier one. */
  resendInvitation: (invitationId: string, options?: CallOptions) => Promise<void>
  revokeInvitation: (invitationId: string, options?: CallOptions) => Promise<void>
}

const no = or(flag, false)
const count = or(amount, 0)

const decodeRoom = shape<ClientRoom>({
  widgets: list(
    shape<ClientWidget>({
      id,
      name: words,
      title: words,
      active: or(flag, true),
      theme: widgetTheme,
      appearance: widgetAppearance,
      version: count,
      clientEdits: or(clientEdits, []),
      sightings: or(list(shape<Sighting>({ origin: text, seenAt: words })), []),
    }),
  ),
  checklist: shape<ClientChecklist>({ look: no, content: no, install: no, question: no }),
})

const items = or(
  list(
    shape<ActivityItem>({
      id,
      at: words,
      question: maybe,
      answer: maybe,
      outcome: or(oneOf('answered', 'partial', 'uncovered', 'refused', 'safety', 'approved'), null),
      reason: maybe,
      widget: maybe,
    }),
  ),
  [],
)

const decodeActivity = shape<ClientActivity>({
  days: count,
  uncovered: items,
  ratings: shape<ClientActivity['ratings']>({ up: count, down: count, newest: items }),
  products: or(list(shape<ClientActivity['products'][number]>({ name: words, clicks: count })), []),
  conversations: items,
  keepsText: no,
})

const decodeInvitations = shape<{ items: ClientInvitation[] }>({
  items: list(
    shape<ClientInvitation>({
      id,
      email: words,
      status: or(oneOf('open', 'expired', 'accepted'), 'open'),
      sentAt: words,
      expiresAt: words,
      sendsLeft: count,
    }),
  ),
})

/** The calls of {@link ClientRoomCalls}. */
export function createClientRoomCalls({ call, tell }: Http): ClientRoomCalls {
  return {
    clientRoom: ({ signal } = {}) => call(decodeRoom, { path: '/api/client/room', signal }),
    clientActivity: ({ signal } = {}) => call(decodeActivity, { path: '/api/client/activity', signal }),
    saveClientAppearance: (widgetId, body, { signal } = {}) =>
      tell({
        method: 'PUT',
        path: `/api/client/widgets/${encodeURIComponent(widgetId)}/appearance`,
        body,
        signal,
      }),
  }
}

/** The calls of {@link InvitationCalls}. */
export function createInvitationCalls({ call, tell }: Http): InvitationCalls {
  const path = '/api/admin/invitations'
  return {
    clientInvitations: async ({ signal } = {}) => (await call(decodeInvitations, { path, signal })).items,
    inviteClient: (email, { signal } = {}) => tell({ method: 'POST', path, body: { email }, signal }),
    resendInvitation: (invitationId, { signal } = {}) =>
      tell({ method: 'POST', path: `${path}/${encodeURIComponent(invitationId)}/resend`, signal }),
    revokeInvitation: (invitationId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${path}/${encodeURIComponent(invitationId)}`, signal }),
  }
}
