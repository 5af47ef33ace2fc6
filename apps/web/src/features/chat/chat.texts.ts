import { texts } from '@org/languages'

/** The visible texts of the chat screen that are the web site's own; the parts of the chat bring theirs. */
export const chatTexts = texts('chat/chat', {
  windowTitle: 'Chat',
  welcome: 'What would you like to know?',
  welcomeHint: 'Answers come with numbered sources. Press a number to see what it rests on.',
  examplesLabel: 'Questions to begin with',
  examples: [
    'How much magnesium does an adult need, and what helps me sleep?',
    'Which foods are good sources of vitamin D?',
    'How much movement a week keeps the heart healthy?',
    'How can I protect my skin from the sun?',
  ],
  authors: 'Authors',
  tools: 'Tools',
  sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
  endings: {
    stopped: 'You stopped this answer.',
    interrupted: 'This answer was interrupted.',
    failed: 'This answer could not be finished.',
  },
  shortcuts: 'Keyboard shortcuts',
  guestImport: {
    offer: (count: number) =>
      count === 1
        ? 'You asked something as a guest. Bring that conversation into your account?'
        : `You asked as a guest. Bring those ${count} conversations into your account?`,
    accept: 'Bring along',
    dismiss: 'Not now',
    failed:
      'Your conversations as a guest could not be brought into your account. They are still in this browser.',
  },
  understood: 'OK',
  offline: 'You are offline. What is on the screen stays; sending works again when the connection is back.',
  online: 'The connection is back.',
  loginRequired: 'Login required to continue',
  loginHint: 'Visitors cannot chat at the moment. What you write is kept.',
  questionKept: 'Your question is kept, and asked once you have signed in.',
  login: 'Login',
  signup: 'Sign up',
  guest: 'You are chatting as a guest. Sign in to keep your conversations.',
  historyFailed: 'This conversation could not be loaded.',
  historyFailedHint: 'The connection may have failed. Nothing of it is lost.',
  conversationMissing: 'That conversation does not exist any more, or belongs to another account.',
  answerFailed: 'This answer could not be shown. The connection may have failed.',
  retry: 'Try again',
})
