import { withDefaults } from '../base/with-defaults.ts'
import type { ChatViewLabels } from './chat-labels.ts'
import { useChat } from './chat-context.ts'

const defaultTexts: ChatViewLabels = {
  authors: 'Authors',
  tools: 'Tools',
  limitedTo: 'Limited to',
  sources: (count) => (count === 1 ? '1 source' : `${count} sources`),
  reviewed: (reviewer, day) => `Reviewed by ${reviewer} on ${day}`,
  regenerate: 'Regenerate',
  edit: 'Edit',
  editQuestion: 'Edit the question',
  send: 'Send',
  cancel: 'Cancel',
  retry: 'Try again',
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was interrupted.',
  failed: 'This answer could not be finished.',
  answerFailed: 'This answer could not be shown. The connection may have failed.',
  historyFailed: 'This conversation could not be loaded.',
  historyFailedHint: 'The connection may have failed. Nothing of it is lost.',
  offline: 'You are offline. What is on the screen stays; sending works again when the connection is back.',
  online: 'The connection is back.',
  loginRequired: 'Login required to continue',
  loginHint: 'Visitors cannot chat at the moment. What you write is kept.',
  questionKept: 'Your question is kept, and asked once you have signed in.',
  importOffer: (count) =>
    count === 1
      ? 'You asked something as a guest. Bring that conversation into your account?'
      : `You asked as a guest. Bring those ${count} conversations into your account?`,
  importAccept: 'Bring along',
  importDismiss: 'Not now',
  importFailed:
    'Your conversations as a guest could not be brought into your account. They are still in this browser.',
  understood: 'OK',
  shareConversation: 'Share this conversation',
  findInConversation: 'Find in this conversation',
  exportConversation: 'Export this conversation',
  exportMarkdown: 'Markdown',
  exportJson: 'JSON',
  print: 'Print',
  exportFailed: 'The conversation could not be exported. The connection may have failed.',
  welcome: 'How can I help?',
}

/** Returns the texts of the bound components, English where the provider's labels have none. */
export function useChatTexts(): ChatViewLabels {
  return withDefaults(defaultTexts, useChat().labels.chat)
}
