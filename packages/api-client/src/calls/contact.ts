import type { CallOptions, Http } from '../http.ts'

/** A message of the contact form; at most 4000 characters. */
export interface ContactMessage {
  name: string
  email: string
  message: string
  /** Honeypot field, hidden from people: a value marks the sender as a bot. */
  website?: string | undefined
}

/** The call of the contact form. */
export interface ContactCalls {
  contact: (message: ContactMessage, options?: CallOptions) => Promise<void>
}

/** The calls of {@link ContactCalls}. */
export function createContactCalls({ tell }: Http): ContactCalls {
  return {
    contact: (body, { signal } = {}) => tell({ method: 'POST', path: '/api/contact', body, signal }),
  }
}
