import { texts } from '@org/languages'

/** The visible texts of the screens for approved answers. */
export const answerTexts = texts('admin/answers', {
  title: 'Approved answers',
  intro:
    'Reviewed answers that visitors get word for word when they ask a matching question. Numbers, people, negation and subject must agree.',
  introClient:
    'Your reviewed answers. Visitors of your widgets get them word for word when they ask a matching question.',
  add: 'Approve an answer',
  edit: 'Edit the approved answer',
  show: 'Approved answer',
  backToList: 'All approved answers',
  savedDraft: 'Saved as a draft. Visitors get it after you set its status to Published.',
  notFound: 'This approved answer does not exist any more.',
  gapNotFound: 'This content gap does not exist any more.',
  reviewNotFound: 'The question and its answer do not exist any more.',
  filters: {
    due: 'Last day',
    expiring: 'Expires soon',
    expired: 'Expired',
  },
  list: {
    empty: 'No approved answers yet',
    emptyText: 'Approve an answer from the review or a content gap, or write one here.',
    hits: (count: number) => (count === 1 ? 'Given once' : `Given ${count} times`),
    neverGiven: 'Not given yet',
    until: (day: string) => `Until ${day}`,
    expired: (day: string) => `Expired on ${day}`,
    sourceGone: 'Not given: a source has changed',
    reviewed: (reviewer: string, day: string) => `Reviewed by ${reviewer} on ${day}`,
  },
  fields: {
    question: 'Question',
    variants: 'Other forms of the question',
    variantsHint: 'One per line. Forms with the same words in another order match without being listed.',
    language: 'Language',
    languageHint: 'Only questions in this language get the answer.',
    answer: 'Answer (Markdown)',
    answerHint:
      'Write [1] where the first source supports a sentence, and <product>Name</product> for a product.',
    reviewer: 'Reviewer',
    reviewerHint: 'Visitors see this name.',
    reviewedAt: 'Reviewed on',
    expiresAt: 'Last day of use',
    expiresAtHint: 'Optional. A notice appears two weeks before.',
    statusHint: 'Visitors get published answers alone.',
    citations: 'Sources',
  },
  sources: {
    title: 'Sources',
    none: 'No sources yet. Search the content and add the passages that support the answer.',
    search: 'Search the content',
    found: 'Passages found',
    nothing: 'No passage found.',
    failed: 'The search failed.',
    add: 'Add',
    addOf: (title: string) => `Add ${title}`,
    remove: 'Remove',
    removeOf: (number: number) => `Remove source ${number}`,
    gone: 'This article is no longer published, or no longer says this. Remove the source or publish the article.',
  },
  preview: {
    title: 'As visitors see it',
    empty: 'The answer appears here as you write.',
  },
  delete: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'Visitors do not get it any more, and its history is deleted. This cannot be undone.',
    done: (name: string) => `“${name}” is deleted.`,
  },
})
