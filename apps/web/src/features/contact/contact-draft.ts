import type { ContactMessage } from '@org/api-client'

/** The message of the contact form before anything is typed. */
export const emptyMessage: ContactMessage = { name: '', email: '', message: '' }

/**
 * Reads the draft typed in this tab before a reload: an account's own, or else the one of a visitor, which becomes the
 * account's.
 *
 * @param person email address of the account; null for a visitor
 */
export function readDraft(person: string | null): ContactMessage {
  const own = readStored(person)
  const ofVisitor = readStored(null)
  if (person === null || isEmpty(ofVisitor)) return own
  if (isEmpty(own)) keepDraft(ofVisitor, person)
  keepDraft(emptyMessage, null)
  return isEmpty(own) ? ofVisitor : own
}

/** Keeps what is typed, as long as the tab is open; an empty form keeps nothing. */
export function keepDraft(draft: ContactMessage, person: string | null): void {
  try {
    if (isEmpty(draft)) sessionStorage.removeItem(keyOf(person))
    else sessionStorage.setItem(keyOf(person), JSON.stringify(draft))
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}

export function isEmpty(draft: ContactMessage): boolean {
  return Object.values(draft).every((value) => value === '')
}

function readStored(person: string | null): ContactMessage {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(person)) ?? '{}')
    const textOf = (name: keyof ContactMessage) => {
      const value: unknown = Object(saved)[name]
      return typeof value === 'string' ? value : ''
    }
    return { name: textOf('name'), email: textOf('email'), message: textOf('message') }
  } catch {
    return emptyMessage
  }
}

function keyOf(person: string | null): string {
  return person === null ? 'org.contact-draft' : `org.contact-draft:${person}`
}
