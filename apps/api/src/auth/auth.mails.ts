import { type Language, say } from '../languages/say.ts'
import type { MailKind } from '../mail/mail-caps.ts'
import type { Mail } from '../mail/outbox.store.ts'

/** Recipient of an email, and its language. */
export interface Reader {
  email: string
  language: Language
}

/** The owner of an account that exists. */
export interface AccountReader extends Reader {
  /** Id of the account. */
  id: string
}

/** The two halves of a link's secret; neither works without the other. */
export interface LinkTokens {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
}

/** A link to our own pages: where they are, what it is for, and its secret. */
export interface MailLink {
  siteUrl: URL
  type: 'signup' | 'recovery' | 'magiclink' | 'login'
  tokens: LinkTokens
  /** Path to open after the sign-in. */
  returnTo?: string | undefined
}

/**
 * Asks the owner of an address to confirm a sign-up. Two sign-ups with one address are told apart by their time, because
 * each link sets the password of its own sign-up.
 */
export function confirmationMail(reader: AccountReader, link: MailLink, signedUpAt: Date): Mail {
  const time = `${signedUpAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return write(reader, 'confirmation', 'Confirm your email address', [
    'Welcome! Open this link within a day to confirm your email address and sign in:',
    addressOf(link),
    say(
      reader.language,
      'The link belongs to the sign-up of {0} and to the password chosen then. If you did not sign up at that time, do not open it.',
      time,
    ),
  ])
}

/**
 * The last e-mail about sign-ups of an address within an hour. Its link belongs to no sign-up: its reader confirms the
 * address with a password of their own, whoever signed up.
 */
export function lastConfirmationMail(reader: AccountReader, link: MailLink): Mail {
  return write(reader, 'confirmation', 'Confirm your email address', [
    'This email address was used for several sign-ups. Open this link within an hour to confirm it and to choose a new password, which replaces the passwords of all these sign-ups:',
    addressOf(link),
    'No more messages about sign-ups are sent in this hour. If you did not sign up, you can ignore this message.',
  ])
}

/** Tells an owner that somebody signed up with their address again, and lets them in. */
export function existingAccountMail(reader: AccountReader, link: MailLink): Mail {
  return write(reader, 'existing-account', 'You already have an account', [
    'Somebody, perhaps you, tried to sign up with this email address, which has an account already. Nothing was changed: sign in with your password as before, or open this link within an hour to sign in without it:',
    addressOf(link),
    'If it was not you, you can ignore this message.',
  ])
}

/** Signs the owner of an account in without a password. */
export function loginLinkMail(reader: AccountReader, link: MailLink): Mail {
  return write(reader, 'login-link', 'Your sign-in link', [
    'Open this link within 10 minutes to sign in:',
    addressOf(link),
    'If you did not ask for it, you can ignore this message: nobody can sign in without this link.',
  ])
}

/** Lets the owner of an account choose a new password. */
export function recoveryMail(reader: AccountReader, link: MailLink): Mail {
  return write(reader, 'recovery', 'Choose a new password', [
    'Open this link within an hour to choose a new password:',
    addressOf(link),
    'If you did not ask for it, you can ignore this message: your password stays as it is.',
  ])
}

/** The person who invites, and the product that the invitation is to. */
export interface Inviter {
  /** Address of the person; replies go there. Undefined for an account that was deleted. */
  email: string | undefined
  brandName: string
}

/** Subject of an invitation. It names the person who invites, or the product, so that the recipient recognises it. */
export function invitationSubject(language: Language, { email, brandName }: Inviter): string {
  return email === undefined
    ? say(language, 'You are invited to {0}', brandName)
    : say(language, '{0} invites you to {1}', email, brandName)
}

/** Invites somebody as a client. Its link chooses the password of the account. */
export function invitationMail(reader: AccountReader, link: MailLink, inviter: Inviter): Mail {
  const { language } = reader
  const { email = inviter.brandName, brandName } = inviter
  const mail = write(reader, 'invitation', invitationSubject(language, inviter), [
    say(
      language,
      '{0} invites you to manage your chat widgets on {1} ({2}). Open this link within 7 days to choose your password:',
      email,
      brandName,
      link.siteUrl.host,
    ),
    addressOf(link),
    'If you did not expect this invitation, you can ignore this message.',
  ])
  return { ...mail, ...(inviter.email !== undefined && { replyTo: inviter.email }) }
}

/** Tells an owner that their password is another one now. */
export function passwordChangedMail(reader: AccountReader, siteUrl: URL): Mail {
  return write(reader, 'password-changed', 'Your password was changed', [
    'The password of your account was changed, and every other device was signed out.',
    say(
      reader.language,
      'If it was not you, choose a new password at once: {0}',
      new URL('/reset-password', siteUrl).href,
    ),
  ])
}

/** Tells an owner that an administrator has disabled their account. */
export function accountDisabledMail(reader: AccountReader, siteUrl: URL): Mail {
  return write(reader, 'account-disabled', 'Your account was disabled', [
    'An administrator disabled your account and signed it out everywhere. You cannot sign in until it is enabled again. Nothing was deleted.',
    say(
      reader.language,
      'If you think that this is a mistake, contact us: {0}',
      new URL('/contact', siteUrl).href,
    ),
  ])
}

/** Tells an owner that their account is gone. */
export function accountDeletedMail(reader: Reader): Mail {
  return write(reader, 'account-deleted', 'Your account was deleted', [
    'Your account was deleted, with all of its conversations. Goodbye, and thank you.',
  ])
}

/** Reports a sign-in on a browser on which the account had not signed in before. */
export function newDeviceMail(reader: AccountReader, siteUrl: URL, signedInAt: Date): Mail {
  const time = `${signedInAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return write(reader, 'new-device', 'New sign-in to your account', [
    say(reader.language, 'Your account was signed in to from a new device or browser on {0}.', time),
    say(
      reader.language,
      'If it was not you, choose a new password at once: {0}',
      new URL('/reset-password', siteUrl).href,
    ),
  ])
}

/** Change of an account's second factors, of which its owner gets an e-mail. */
export type FactorChange =
  | 'totp-added'
  | 'passkey-added'
  | 'totp-removed'
  | 'passkey-removed'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'factors-reset'

const factorSentences: Readonly<Record<FactorChange, string>> = {
  'totp-added': 'An authenticator app was added to your account.',
  'passkey-added': 'A passkey was added to your account.',
  'totp-removed': 'The authenticator app was removed from your account.',
  'passkey-removed': 'A passkey was removed from your account.',
  'recovery-code-used': 'A recovery code was used to sign in to your account. It does not work again.',
  'recovery-codes-renewed': 'New recovery codes were created for your account. The old ones no longer work.',
  'factors-reset':
    'An administrator removed all second factors from your account and signed it out everywhere. Sign in with your password and set up a new second factor.',
}

/** Tells an owner that a second factor was added, removed or replaced by a recovery code. */
export function secondFactorMail(reader: AccountReader, siteUrl: URL, change: FactorChange): Mail {
  return write(reader, 'second-factor', 'The sign-in to your account was changed', [
    factorSentences[change],
    say(
      reader.language,
      'If it was not you, choose a new password at once: {0}',
      new URL('/reset-password', siteUrl).href,
    ),
  ])
}

// The secret stands in the fragment, which no browser sends to any server.
function addressOf({ siteUrl, type, tokens, returnTo }: MailLink): string {
  const link = new URL('/auth/callback', siteUrl)
  link.hash = new URLSearchParams({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    expires_in: String(tokens.expiresInSeconds),
    type,
    ...(returnTo !== undefined && { return_to: returnTo }),
  }).toString()
  return link.href
}

/** An e-mail in its reader's language. A paragraph that is no sentence of ours, such as a link, stays as it is. */
function write(
  { email, language, id }: Reader & Partial<AccountReader>,
  kind: MailKind,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const body = paragraphs.map((paragraph) => say(language, paragraph)).join('\n\n')
  const text = { subject: say(language, subject), body: `${body}\n` }
  return { kind, recipient: email, userId: id ?? null, ...text }
}
