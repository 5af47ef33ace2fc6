import type { Mail } from '../mail/outbox.store.ts'

/** The two halves of a link's secret; neither works without the other. */
export interface LinkTokens {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
}

/** A link to our own pages: where they are, what it is for, and its secret. */
export interface MailLink {
  siteUrl: URL
  type: 'signup' | 'recovery' | 'magiclink'
  tokens: LinkTokens
}

/** Asks the owner of an address to confirm their new account. */
export function confirmationMail(recipient: string, link: MailLink): Mail {
  return {
    recipient,
    subject: 'Confirm your e-mail address',
    body: paragraphs(
      'Welcome! Open this link within a day to confirm your e-mail address and sign in:',
      addressOf(link),
      'If you did not sign up, you can ignore this message.',
    ),
  }
}

/** Tells an owner that somebody signed up with their address again, and lets them in. */
export function existingAccountMail(recipient: string, link: MailLink): Mail {
  return {
    recipient,
    subject: 'You already have an account',
    body: paragraphs(
      'Somebody, perhaps you, tried to sign up with this e-mail address, which has an account already. Nothing was changed: sign in with your password as before, or open this link within an hour to sign in without it:',
      addressOf(link),
      'If it was not you, you can ignore this message.',
    ),
  }
}

/** Lets the owner of an account choose a new password. */
export function recoveryMail(recipient: string, link: MailLink): Mail {
  return {
    recipient,
    subject: 'Choose a new password',
    body: paragraphs(
      'Open this link within an hour to choose a new password:',
      addressOf(link),
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ),
  }
}

/** Tells an owner that their password is another one now. */
export function passwordChangedMail(recipient: string, siteUrl: URL): Mail {
  return {
    recipient,
    subject: 'Your password was changed',
    body: paragraphs(
      'The password of your account was changed, and every other device was signed out.',
      `If it was not you, choose a new password at once: ${new URL('/reset-password', siteUrl).href}`,
    ),
  }
}

/** Tells an owner that their account is gone. */
export function accountDeletedMail(recipient: string): Mail {
  return {
    recipient,
    subject: 'Your account was deleted',
    body: paragraphs('Your account was deleted, with all of its conversations. Goodbye, and thank you.'),
  }
}

// The secret stands in the fragment, which no browser sends to any server.
function addressOf({ siteUrl, type, tokens }: MailLink): string {
  const link = new URL('/auth/callback', siteUrl)
  link.hash = new URLSearchParams({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    expires_in: String(tokens.expiresInSeconds),
    type,
  }).toString()
  return link.href
}

function paragraphs(...texts: string[]): string {
  return `${texts.join('\n\n')}\n`
}
