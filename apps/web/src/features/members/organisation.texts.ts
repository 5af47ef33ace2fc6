import { texts } from '@org/languages'

/** The visible texts of the choice among the organisations of a person. */
export const organisationTexts = texts('shell/organisation', {
  label: 'Organisation',
  failed: 'The organisation could not be changed. Try again.',
})
