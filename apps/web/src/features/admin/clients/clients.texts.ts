import { texts } from '@org/languages'

/** The texts of the invitations of clients. */
export const clientsTexts = texts('admin/clients', {
  title: 'Clients',
  intro: 'Invite a client by email. The link is valid for 7 days and lets the client choose a password.',
  email: 'Email address',
  invite: 'Send invitation',
  sent: 'Invitation sent.',
  revoked: 'Invitation revoked.',
  failed: 'The invitation could not be sent.',
  invalid: 'Enter an email address.',
  loadError: 'The invitations could not be loaded.',
  retry: 'Try again',
  loading: 'Loading…',
  empty: 'No invitations yet.',
  list: 'Invitations',
  statuses: { open: 'Open', expired: 'Expired', accepted: 'Accepted' },
  sentAt: (when: string) => `Sent ${when}`,
  until: (when: string) => `valid until ${when}`,
  resend: 'Send again',
  resendOf: (email: string) => `Send again: ${email}`,
  revoke: 'Revoke',
  revokeOf: (email: string) => `Revoke: ${email}`,
})
