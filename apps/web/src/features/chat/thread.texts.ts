import { texts } from '@org/languages'

/** The visible texts of the conversation on screen that are the web site's own; the parts of the chat bring theirs. */
export const threadTexts = texts('chat/thread', {
  find: 'Find in this conversation',
  more: 'Export this conversation',
  exportMarkdown: 'Markdown',
  exportJson: 'JSON',
  print: 'Print',
  exportFailed: 'The conversation could not be exported. The connection may have failed.',
  exported: 'The conversation was exported.',
  edit: 'Edit',
  editQuestion: 'Edit the question',
  send: 'Send',
  cancel: 'Cancel',
  regenerate: 'Regenerate',
  retry: 'Try again',
  sources: 'Sources',
  user: 'You',
  assistant: 'Assistant',
  limitedTo: 'Limited to',
  limits: { authors: 'Authors', tools: 'Tools' },
})
