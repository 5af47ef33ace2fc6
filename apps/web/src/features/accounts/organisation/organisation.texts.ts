import { texts } from '@org/languages'

/** The visible texts of the page to which an identity provider leads back, and of proofs by it. */
export const organisationLoginTexts = texts('accounts/organisation', {
  title: 'Organisation sign-in',
  failed: 'The sign-in could not be completed. Please start again.',
  missing: 'Open the sign-in page and start again.',
  toSettings: 'Back to the members',
  tested: 'The test was successful',
  testedText: 'Nobody was signed in. The identity provider says about you:',
  groups: 'Groups',
  noGroups: 'None',
  role: 'Role',
  noRole: 'None: a sign-in would be refused',
  proof: 'Confirm with your organisation',
  proofText:
    'Your organisation asks you to sign in again, and leads back to this page. What you entered here is lost.',
})
