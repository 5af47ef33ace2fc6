import { texts } from '@org/languages'

/** The visible texts of the pages around the widget. */
export const embedTexts = texts('embed/embed', {
  demo: {
    title: 'Widget demo',
    intro: 'The widget in its four themes, as it appears on another site. Choose a theme to open it.',
    themes: { ultra: 'Ultra', modern: 'Modern', ivory: 'Ivory', aurora: 'Aurora' },
    preview: 'Pills and citations',
    answer:
      'Magnesium helps muscles and nerves work. [1] Adults need about 310 to 420 mg a day. [1, 2] <product>Magnesium Glycinate</product>',
  },
  preview: {
    title: 'Widget preview',
    open: 'Open the widget',
    note: 'This page shows the widget as it appears on your site. Questions that operators ask here while signed in count in no review or statistics.',
  },
  mock: {
    title: 'Chat preview',
    question: 'What helps me sleep?',
    answer: 'A steady bedtime, a dark and cool room, and no caffeine after noon help most people.',
    placeholder: 'Ask something. (Shift+Enter for newline)',
    send: 'Send',
    note: 'A picture of the chat: nothing is sent from here.',
  },
  login: { title: 'Login', submit: 'Login' },
  signup: { title: 'Sign up', submit: 'Sign up' },
  resetPassword: { title: 'Reset password', submit: 'Send reset link' },
  setPassword: { title: 'Set new password', submit: 'Set password' },
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirm: 'Confirm password',
  callback: { title: 'Sign-in', text: 'Finish signing in and close this tab.' },
})
