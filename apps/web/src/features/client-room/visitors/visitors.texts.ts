import { texts } from '@org/languages'

/** The texts about the visitors whom a client's site identifies. */
export const visitorTexts = texts('analytics/visitors', {
  heading: 'Signed-in customers',
  intro:
    'Your server signs the id of a signed-in customer. Their conversations then continue on each of their devices.',
  loading: 'Loading…',
  setUp: 'Set up and manage',
  loadError: 'The customers could not be loaded.',
  retry: 'Try again',
  secret: {
    heading: '1. Create a secret',
    hint: 'Store it on your server as ORG_CHAT_SECRET. Whoever has it can sign any id: never put it into a page.',
    none: 'No secret yet.',
    at: (when: string) => `Created on ${when}.`,
    previous: (when: string) => `The previous secret works until ${when}.`,
    create: 'Create secret',
    replace: 'Replace secret',
    once: 'Copy the secret now. It is not shown again.',
    copy: 'Copy secret',
    failed: 'The secret could not be created.',
    replaceTitle: 'Replace the secret?',
    replaceText: 'The current secret works for another day, so that you can install the new one.',
    endPrevious: 'It has leaked: end the current secret now, and sign all customers out of the widget',
    cancel: 'Cancel',
  },
  code: {
    heading: '2. Sign the id on your server',
    language: 'Your server is written in',
    languages: { node: 'Node.js', php: 'PHP', python: 'Python', ruby: 'Ruby' },
    code: 'Code for your server',
    copy: 'Copy code',
    tag: '3. Put the three values into the tag',
    tagHint:
      'data-user-id, data-user-hash and data-user-expires, on pages of signed-in customers alone. Do not cache these pages for others.',
  },
  list: {
    heading: 'Identified customers',
    search: 'Find by your customer id',
    find: 'Find',
    all: 'Show all',
    none: 'No customer has used the widget yet.',
    notFound: 'No customer has this id.',
    seen: (when: string, count: number) =>
      `Seen on ${when}, ${count === 1 ? '1 conversation' : `${count} conversations`}`,
    more: 'Show more',
    export: 'Export',
    exportOf: (id: string) => `Export the data of ${id}`,
    exportFailed: 'The export could not be started. Please try again.',
    delete: 'Delete',
    deleteOf: (id: string) => `Delete ${id}`,
    deleteTitle: (id: string) => `Delete ${id}?`,
    deleteText: 'All conversations of this customer are deleted immediately.',
    deleteFailed: 'The customer could not be deleted.',
    deleted: 'The customer was deleted.',
  },
})
