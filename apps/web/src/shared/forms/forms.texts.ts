import { texts } from '@org/languages'

/** The texts of forms in dialogs. */
export const formTexts = texts('shell/forms', { cancel: 'Cancel', save: 'Save' })
