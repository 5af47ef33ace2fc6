import { texts } from '@org/languages'

/** The visible texts of the list of background jobs. */
export const jobTexts = texts('admin/jobs', {
  title: 'Jobs',
  intro:
    'Background work of the last seven days. A failed job is repeated automatically, after longer and longer pauses.',
  filter: 'State',
  all: 'All',
  states: { waiting: 'Waiting', running: 'Running', completed: 'Completed', failed: 'Failed' },
  counted: (state: string, count: number) => `${state} (${count})`,
  lanes: {
    uploads: 'Upload',
    sources: 'Source',
    evaluations: 'Evaluation',
    reports: 'Weekly email',
    handovers: 'Hand-over',
    webhooks: 'Webhook',
  },
  deleted: 'deleted content',
  owner: 'Belongs to',
  retries: (count: number) => (count === 1 ? '1 failed attempt' : `${count} failed attempts`),
  added: (when: string) => `Added ${when}`,
  finished: (when: string) => `Ended ${when}`,
  next: (when: string) => `Next attempt ${when}`,
  error: (message: string) => `Last failure: ${message}`,
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  retried: 'The job is waiting for its next attempt.',
  empty: 'No jobs',
  emptyText: 'Uploads, syncs and evaluations appear here while they run, and for seven days.',
  emptyState: 'No job is in this state.',
  older: 'Show older jobs',
})
