/** Types of the events that a server can receive. The contract and the decoders share them. */
export const webhookEvents = [
  'answer.uncovered',
  'feedback.created',
  'safety.raised',
  'handover.requested',
  'widget.installed',
  'content.synced',
] as const

/** Type of an event that a server can receive. */
export type WebhookEventType = (typeof webhookEvents)[number]
