import type { ContactMessage } from '@org/api-client'

const key = 'org.contact-draft'

/** The message of the contact form before anything is typed. */
export const emptyMessage: ContactMessage = { name: '', email: '', message: '' }

/** Reads the draft typed in this tab before a reload. */
export function readDraft(): ContactMessage {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const textOf = (name: keyof ContactMessage) => {
      const value: unknown = Object(saved)[name]
      return typeof value === 'string' ? value : ''
    }
    return { name: textOf('name'), email: textOf('email'), message: textOf('message') }
  } catch {
    return emptyMessage
  }
}

/** Keeps what is typed, as long as the tab is open; an empty form keeps nothing. */
export function keepDraft(draft: ContactMessage): void {
  try {
    if (Object.values(draft).every((value) => value === '')) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the draft lives as long as the page.
  }
}
