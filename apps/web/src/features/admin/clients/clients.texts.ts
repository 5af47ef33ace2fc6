import { texts } from '@org/languages'

/** The texts of the invitations of clients. */
export const clientsTexts = texts('admin/clients', {
  title: 'Clients',
  intro:
    'Invite a client by email. The link is valid for 7 days and lets the client choose a password. Then add the client’s widget.',
  email: 'Email address',
  invite: 'Send invitation',
  sent: 'Invitation sent. When the client has accepted it, add their widget below.',
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
  withoutWidget: {
    heading: 'Clients without a widget',
    text: 'They see nothing to install until you add one.',
    add: 'Add a widget',
    addFor: (client: string) => `Add a widget: ${client}`,
  },
})
