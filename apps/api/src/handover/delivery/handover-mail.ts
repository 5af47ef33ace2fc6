import type { DeliverableHandover } from '../handovers.store.ts'
import type { Mail } from '../../mail/outbox.store.ts'

/** The e-mail of a request. Its id is that of the request, so that its delivery can be followed. */
export function handoverMail(handover: DeliverableHandover, recipient: string): Mail {
  const { id, reference, name, email, message, transcript, createdAt, widgetName, userId } = handover
  const sender = [oneLine(name), email === '' ? '' : `<${email}>`].filter((part) => part !== '').join(' ')
  const lines = transcript.map(
    ({ role, text }) => `${role === 'user' ? 'Visitor' : 'Assistant'}:\n${text.trim()}`,
  )
  return {
    id,
    recipient,
    ...(email === '' ? {} : { replyTo: email }),
    subject: `A visitor asks for a person (${reference})`,
    body: [
      `${sender === '' ? 'A visitor' : sender} asks to be contacted by a person.`,
      `Reference: ${reference}\nChat: ${widgetName === null ? 'the site' : oneLine(widgetName)}\nTime: ${createdAt.toISOString()}`,
      ...(message === '' ? [] : [`Message:\n${message}`]),
      'The conversation, as the visitor has agreed to send it:',
      ...(lines.length === 0 ? ['(no messages)'] : lines),
      email === '' ? 'The visitor gave no e-mail address.' : 'Reply to this e-mail to answer the visitor.',
    ].join('\n\n'),
    kind: 'handover',
    userId,
  }
}

/** One line, whatever stands in a name. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
