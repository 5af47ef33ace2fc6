import { createHmac } from 'node:crypto'

/** A message to a webhook. */
export interface WebhookMessage {
  /** The same at every attempt, so that the receiver drops what it has had. */
  id: string
  body: string
  at: Date
}

/**
 * Headers that sign a message as Standard Webhooks (standardwebhooks.com) does: HMAC-SHA256 over
 * `id.timestamp.body`, once for each valid secret.
 *
 * @param secrets base64 of the keys
 */
export function signWebhook(
  { id, body, at }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  }
}
