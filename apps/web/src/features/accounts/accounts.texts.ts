import { texts } from '@org/languages'

/** The visible texts of one account form. */
export interface AccountFormTexts {
  submit: string
  /** Said while the call is under way. */
  busy: string
}

/** The visible texts of the account screens, in the words of specification 1 sections 2, 5 and 8. */
export const accountsTexts = texts('accounts/accounts', {
  email: 'Email',
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  required: 'Please enter email and password.',
  networkFailed: 'Sorry, something went wrong.',
  login: {
    title: 'Login',
    lead: 'Good to see you again.',
    submit: 'Login',
    busy: 'Signing in…',
    failed: (status: number) => `Login failed (HTTP ${status})`,
    forgotPassword: 'Forgot password',
    noAccount: 'New here?',
    signup: 'Sign up',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    toChat: 'Go to the chat',
    passwordChanged: 'Your new password is set. Sign in with it.',
  },
  signup: {
    title: 'Sign up',
    lead: 'Keep your conversations, and find them again on every device.',
    submit: 'Sign up',
    busy: 'Creating your account…',
    failed: 'Sign up failed',
    confirmationSent: 'Confirmation email sent.',
    haveAccount: 'Have an account?',
    login: 'Login',
  },
  resetPassword: {
    title: 'Reset Password',
    lead: 'Tell us your address, and we send a link with which you choose a new password.',
    submit: 'Send reset link',
    busy: 'Sending the link…',
    required: 'Please enter your email.',
    sent: 'If the email exists, a reset link was sent.',
    failed: 'Reset error',
    toLogin: 'Back to login',
  },
  setPassword: {
    title: 'Set New Password',
    submit: 'Set password',
    busy: 'Saving your new password…',
    currentPassword: 'Current password',
    currentRequired: 'Please enter your current password.',
    newPassword: 'New password',
    confirm: 'Confirm password',
    required: 'Please enter your new password twice.',
    mismatch: 'Passwords do not match.',
    failed: 'Password update failed.',
    newLink: 'Ask for a new link',
  },
  callback: {
    title: 'Authenticating',
    busy: 'Authenticating…',
    missingTokens: 'Missing tokens',
    failed: 'Auth error',
    hint: 'A link works once and for a short time. You can ask for a new one.',
    toLogin: 'Go to login',
    newLink: 'Ask for a new link',
  },
  account: {
    title: 'Your account',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    password: {
      heading: 'Password',
      text: 'A new password signs you out everywhere else.',
      change: 'Change password',
    },
    sessions: {
      heading: 'Where you are signed in',
      loading: 'Loading your sessions…',
      failed: 'Could not load your sessions.',
      retry: 'Try again',
      current: 'This device',
      widget: 'Inside a widget',
      unknownDevice: 'Unknown device',
      device: (browser: string, system: string) => `${browser} on ${system}`,
      lastUsed: (time: string) => `Last used ${time}`,
      signOut: 'Sign out',
      signOutOf: (device: string, time: string) => `Sign out: ${device}, last used ${time}`,
      signOutOthers: 'Sign out everywhere else',
      signOutFailed: 'Could not sign out there. Please try again.',
      signedOut: 'Signed out there.',
    },
    data: {
      heading: 'Your data',
      text: 'Everything that is stored of you, in one file: conversations, sessions, messages to us.',
      download: 'Download your data',
    },
    delete: {
      heading: 'Delete your account',
      text: 'Your conversations and everything else of you go with it, at once. It cannot be undone.',
      open: 'Delete account',
      title: 'Delete your account?',
      description: 'Type your password to delete the account and everything in it.',
      required: 'Please enter your password.',
      submit: 'Delete for ever',
      busy: 'Deleting your account…',
      failed: 'The account could not be deleted.',
    },
  },
  strength: {
    hint: (minimum: number) =>
      `At least ${minimum} characters. A few words that only you would put together do well.`,
    missing: (count: number) => (count === 1 ? '1 character to go' : `${count} characters to go`),
    enough: 'Long enough',
    long: 'Long: very good',
    tooLong: (maximum: number) => `At most ${maximum} characters`,
    guessable: 'Easy to guess: use a longer phrase of your own',
  },
})
