import { texts } from '@org/languages'

/** The visible text above a page whose draft went with its organisation. */
export const draftLostTexts = texts('shell/draftLost', {
  otherOrganisation: 'You are working in another organisation now. What you had not saved here is gone.',
})
