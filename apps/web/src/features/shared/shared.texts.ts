import { texts } from '@org/languages'

/** The visible texts of a shared conversation. */
export const sharedTexts = texts('chat/shared', {
  windowTitle: 'Shared conversation',
  sharedOn: (day: string) =>
    `Shared on ${day}. Email addresses, phone numbers and names after “I am” were removed.`,
  notAdvice: 'Written by an assistant, not by a doctor. It does not replace medical advice.',
  image: 'Image of the question',
  loading: 'Loading the conversation…',
  ended: 'This link does not exist, or has ended.',
  endedHint: 'Ask the person who sent it for a new one.',
  failed: 'The conversation could not be loaded.',
  retry: 'Try again',
  toChat: 'Ask your own question',
})
