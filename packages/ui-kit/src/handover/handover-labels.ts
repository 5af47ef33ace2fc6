/** The texts of the hand-over to a person. */
export interface HandoverLabels {
  /** @default 'Talk to a person' */
  title: string
  /** Below an answer. @default 'Would you like a person to look at this?' */
  offer: string
  /** Sentence below the first uncovered answer. @default 'The team may know the answer.' */
  mention: string
  /** @default 'A person of the team reads your conversation and gets back to you.' */
  intro: string
  /** Outside of the hours, where the team has no words of its own. @default 'Nobody is there at the moment. Send your request now; it is answered during opening hours.' */
  closed: string
  /** @default 'Name' */
  name: string
  /** @default 'Email' */
  email: string
  /** @default 'Your message' */
  message: string
  /** Label of a field that may stay empty. @default (label) => `${label} (optional)` */
  optional: (label: string) => string
  /** @default (count) => count === 1 ? 'Show what is sent: 1 message' : `Show what is sent: ${count} messages` */
  preview: (count: number) => string
  /** @default 'This conversation has no messages yet.' */
  noMessages: string
  /** Sender of a question. @default 'You' */
  you: string
  /** @default 'Assistant' */
  assistant: string
  /** @default 'Email addresses, phone numbers and names are removed from the messages.' */
  redacted: string
  /** @default 'I agree that this conversation and my details are sent to the team.' */
  consent: string
  /** @default 'Send request' */
  send: string
  /** @default 'Cancel' */
  cancel: string
  /** @default 'Enter your name.' */
  nameMissing: string
  /** @default 'Enter an email address such as ada@example.com.' */
  emailInvalid: string
  /** @default 'Agree before you send.' */
  consentMissing: string
  /** @default 'Your request was not sent. What you wrote is still here.' */
  failed: string
  /** @default 'The form could not be loaded.' */
  loadFailed: string
  /** @default 'Loading…' */
  loading: string
  /** @default 'Try again' */
  retry: string
  /** @default 'Nobody can take over this chat at the moment.' */
  unavailable: string
  /** @default 'Your request was sent.' */
  sent: string
  /** @default 'Reference' */
  reference: string
  /** @default 'Quote this reference when you contact the team.' */
  referenceHint: string
  /** @default 'Back to the chat' */
  done: string
}

/** English texts. */
export const defaultLabels: HandoverLabels = {
  title: 'Talk to a person',
  offer: 'Would you like a person to look at this?',
  mention: 'The team may know the answer.',
  intro: 'A person of the team reads your conversation and gets back to you.',
  closed: 'Nobody is there at the moment. Send your request now; it is answered during opening hours.',
  name: 'Name',
  email: 'Email',
  message: 'Your message',
  optional: (label) => `${label} (optional)`,
  preview: (count) => (count === 1 ? 'Show what is sent: 1 message' : `Show what is sent: ${count} messages`),
  noMessages: 'This conversation has no messages yet.',
  you: 'You',
  assistant: 'Assistant',
  redacted: 'Email addresses, phone numbers and names are removed from the messages.',
  consent: 'I agree that this conversation and my details are sent to the team.',
  send: 'Send request',
  cancel: 'Cancel',
  nameMissing: 'Enter your name.',
  emailInvalid: 'Enter an email address such as ada@example.com.',
  consentMissing: 'Agree before you send.',
  failed: 'Your request was not sent. What you wrote is still here.',
  loadFailed: 'The form could not be loaded.',
  loading: 'Loading…',
  retry: 'Try again',
  unavailable: 'Nobody can take over this chat at the moment.',
  sent: 'Your request was sent.',
  reference: 'Reference',
  referenceHint: 'Quote this reference when you contact the team.',
  done: 'Back to the chat',
}
