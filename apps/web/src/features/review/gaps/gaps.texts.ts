import { texts } from '@org/languages'

/** The visible texts of the gaps of the content. */
export const gapTexts = texts('review/gaps', {
  title: 'Content gaps',
  intro:
    'Subjects that people ask about and the content does not answer. Similar questions are grouped. A gap closes itself when the content answers its questions.',
  loading: 'Loading…',
  loadError: 'The gaps could not be loaded.',
  retry: 'Retry',
  saveFailed: 'The change could not be saved.',
  noText: 'This deployment stores no texts of visitors. Set OUTCOME_TEXT=on to find gaps.',
  waiting: (count: number) =>
    count >= 1000
      ? '1000 or more new questions are not grouped yet.'
      : `New questions that are not grouped yet: ${count}`,
  empty: 'No gaps in this period',
  emptyText: 'Questions that the content does not answer appear here within a few minutes.',
  more: 'Show more gaps',
  listLabel: 'Gaps',
  filters: {
    label: 'Filters',
    period: 'Period',
    status: 'Status',
    language: 'Language',
    all: 'All',
  },
  periods: { week: 'Last 7 days', month: 'Last 28 days', weeks: 'Last 8 weeks' },
  statuses: { open: 'Open', closed: 'Closed', dismissed: 'Dismissed' },
  count: (count: number) => `Questions: ${count}`,
  moreThan: (count: number) => `${count} more than in the period before`,
  lessThan: (count: number) => `${count} fewer than in the period before`,
  same: 'As many as in the period before',
  weeks: (counts: string) => `Questions per week, oldest first: ${counts}`,
  lastAsked: (time: string) => `Last asked: ${time}`,
  site: 'The site itself',
  examples: 'Examples',
  closed: (time: string, answered: number, checked: number) =>
    `Closed ${time}: the content answers ${answered} of ${checked} typical questions now.`,
  answeredBy: 'Article:',
  written: 'Article for this gap:',
  writtenHint: 'The gap closes when it is published and answers the questions.',
  article: 'Write article',
  approve: 'Approve an answer',
  dismiss: 'Dismiss',
  reopen: 'Open again',
})
