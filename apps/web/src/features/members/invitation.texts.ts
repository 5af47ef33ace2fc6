import { texts } from '@org/languages'

/** The visible texts of the page that accepts an invitation to an organisation. */
export const invitationTexts = texts('members/invitation', {
  title: 'Invitation',
  loading: 'Loading your invitation…',
  lead: (organisation: string) => `You are invited to be a member of ${organisation}.`,
  role: (name: string) => `Your role: ${name}`,
  choosePassword: (email: string) => `Choose a password for ${email} to accept.`,
  replaces: (email: string) =>
    `You are signed in as ${email}. Accepting signs you in with the invited address instead.`,
  password: 'Password',
  submit: 'Accept invitation',
  busy: 'Accepting…',
  required: 'Enter a password.',
  failed: 'The invitation could not be accepted. Try again.',
  acceptAs: (email: string) => `You accept as ${email}.`,
  signInAs: (email: string) => `Sign in as ${email} to accept.`,
  signIn: 'Sign in',
  other: (invited: string, signedIn: string) =>
    `This invitation is for ${invited}. You are signed in as ${signedIn}.`,
  signOut: 'Sign out and sign in',
  ended: 'This invitation is no longer valid',
  endedText:
    'It was used or revoked, or it has expired. Ask the person who invited you to send it again. If you have accepted it already, sign in.',
  noToken: 'Open the link again',
  noTokenText: 'Open the link in the email once more to accept the invitation.',
  loadFailed: 'The invitation could not be loaded.',
  retry: 'Try again',
})
