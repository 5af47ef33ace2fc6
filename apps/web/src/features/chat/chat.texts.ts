import { texts } from '@org/languages'

/** The visible texts of the chat screen that are the web site's own; the parts of the chat bring theirs. */
export const chatTexts = texts('chat/chat', {
  windowTitle: 'Chat',
  welcome: 'What would you like to know?',
  welcomeHint: 'Answers come with numbered sources. Select a number to see its source.',
  examplesLabel: 'Questions to begin with',
  askedOnceAgreed: 'Your question is sent once you accept the disclaimer.',
  examples: [
    'How much magnesium does an adult need, and what helps me sleep?',
    'Which foods are good sources of vitamin D?',
    'How much movement a week keeps the heart healthy?',
    'How can I protect my skin from the sun?',
  ],
  person: 'Talk to a person',
  contact: { question: 'Do you need more help?', link: 'Contact us' },
  shortcuts: 'Keyboard shortcuts',
  login: 'Login',
  signup: 'Sign up',
  guest: 'You are chatting as a guest. Sign in to keep your conversations.',
  conversationMissing: 'That conversation does not exist any more, or belongs to another account.',
})
