/** Types of the events that a server can receive. The contract and the decoders share them. */
export const webhookEvents = [
  'answer.uncovered',
  'feedback.created',
  'safety.raised',
  'handover.requested',
  'widget.installed',
  'content.synced',
  'audit.recorded',
] as const

/** Events that webhooks of administrators alone can receive. */
export const staffWebhookEvents = ['audit.recorded'] as const satisfies readonly WebhookEventType[]

/** Events that a webhook of a client, or of the administrators, can receive. */
export function webhookEventsOf({ isStaff }: { isStaff: boolean }): readonly WebhookEventType[] {
  const reserved = new Set<WebhookEventType>(isStaff ? [] : staffWebhookEvents)
  return webhookEvents.filter((type) => !reserved.has(type))
}

/** Type of an event that a server can receive. */
export type WebhookEventType = (typeof webhookEvents)[number]
