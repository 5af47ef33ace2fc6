import { texts } from '@org/languages'

/** The visible texts of the dialog for share links. */
export const shareTexts = texts('chat/share', {
  title: 'Share this conversation',
  explanation:
    'Anyone with the link can read this conversation as it is now. Email addresses, phone numbers and names after “I am” are removed. Read it once before you share it.',
  snapshot: 'Later messages are not shown until you update the link.',
  ends: 'The link ends after',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  images: 'Include the images of my questions',
  create: 'Create link',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  shownOnce: 'Copy the link now: it is not shown again.',
  existing: (messages: number, day: string) =>
    messages === 1
      ? `This conversation has a link. It shows 1 message and ends on ${day}.`
      : `This conversation has a link. It shows ${messages} messages and ends on ${day}.`,
  update: 'Update link',
  updated: 'The link shows the conversation as it is now.',
  replace: 'Create a new link',
  replaceHint: 'A new link replaces this one, which then stops working.',
  remove: 'Remove link',
  removed: 'The link was removed.',
  failed: 'That did not work. Please try again.',
  loading: 'Loading…',
  close: 'Close',
})
