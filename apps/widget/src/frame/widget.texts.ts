import { texts } from '@org/languages'

/** The visible texts of the widget that are its own; the parts of the chat bring theirs. */
export const widgetTexts = texts('widget/widget', {
  open: (title: string) => `Open ${title}`,
  openUnread: (title: string, count: number) =>
    `Open ${title}, ${count === 1 ? '1 new answer' : `${count} new answers`}`,
  title: 'Chat Assistant',
  placeholder: 'Ask something. (Shift+Enter for newline)',
  placeholderTouch: 'Ask something.',
  minimize: 'Minimize',
  conversations: 'Conversations',
  closeList: 'Close the conversations',
  messages: 'Messages',
  newConversation: 'New conversation',
  person: 'Talk to a person',
  signIn: 'Sign in / Sign up',
  signOut: 'Sign out',
  signOutFailed: 'You are still signed in: the server could not be reached. Try again.',
  welcome: 'How can I help?',
  welcomeHint: 'Answers come with numbered sources. Select a number to see its source.',
  starters: 'Questions to start with',
  products: 'Products',
  viewProduct: 'View product',
  viewNamed: (name: string) => `View product: ${name}`,
  disclaimer: 'Disclaimer',
  unavailable: 'This chat is not available here.',
  late: 'This is taking longer than usual.',
  loadFailed: 'The chat could not be loaded.',
  reload: 'Reload',
  tryAgain: 'Try again',
})

/** The texts of the login and sign-up overlay (specification 2, sections 5 and 8). */
export const authTexts = texts('widget/auth', {
  login: 'Login',
  signup: 'Sign up',
  loginTitle: 'Sign in to continue',
  signupTitle: 'Create an account',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  loggingIn: 'Signing in…',
  signingUp: 'Signing up…',
  toSignup: 'No account yet?',
  toLogin: 'Have an account?',
  close: 'Close',
  required: 'Please enter an email address and password.',
  mismatch: 'Passwords do not match.',
  loginFailed: 'Login failed. Please try again.',
  signupFailed: 'Sign up failed. Please try again.',
  failed: 'Authentication failed. Please try again.',
  confirmationSent: 'Confirmation email sent.',
})
