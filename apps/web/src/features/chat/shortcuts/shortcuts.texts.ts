import { texts } from '@org/languages'

/** Texts of the chat's keyboard shortcuts. */
export const shortcutTexts = texts('chat/shortcuts', {
  title: 'Keyboard shortcuts',
  send: 'Send the question',
  newLine: 'Start a new line',
  stop: 'Stop the answer',
  editLast: 'Edit the last question, from an empty box',
  focusInput: 'Go to the input',
  find: 'Find in the conversation',
  search: 'Search the conversations',
  move: 'Move in the list of conversations',
  show: 'Show these shortcuts',
})
