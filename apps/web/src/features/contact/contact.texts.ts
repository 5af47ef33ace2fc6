import { texts } from '@org/languages'

/** The longest message, in characters (specification 1 section 5). */
export const maxMessageCharacters = 4000

/** The visible texts of /contact, in the words of specification 1 sections 2, 5 and 8. */
export const contactTexts = texts('site/contact', {
  title: 'Contact',
  description: 'Write to Verdant about the assistant, a plan, or something that should work better.',
  lead: 'Write to us about the assistant, a plan, or something that should work better.',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  send: 'Send',
  sending: 'Sending…',
  counter: (used: string, most: string) => `${used} / ${most}`,
  required: 'Please fill out all fields.',
  tooLong: (most: number) => `Message is too long (max ${most} characters).`,
  success: 'Thanks! We will get back to you.',
  failed: 'Sorry, something went wrong. Please email us.',
  otherWays: 'Other ways',
  emailHeading: 'By email',
  emailText: 'We read every message and answer in the order they arrive.',
  chatHeading: 'A question about health or wellness?',
  chatText: 'The assistant answers at once, and shows its sources.',
  chat: 'Ask the assistant',
})
