/** Every text that an answer shows or is read out with, beside its own. */
export interface AnswerLabels {
  /** The name of a citation control, from its number and the source's title. */
  readonly source: (number: number, title: string | undefined) => string
  /** The button that copies a code block. */
  readonly copy: string
  /** The same button once the code is copied. */
  readonly copied: string
  /** Accessible name of a code block without a language. */
  readonly code: string
  readonly table: string
  /** A task list item that is done. */
  readonly taskDone: string
  /** A task list item that is open. */
  readonly taskOpen: string
}

/** The English texts. */
export const defaultAnswerLabels: AnswerLabels = {
  source: (number, title) => (title === undefined ? `Source ${number}` : `Source ${number}: ${title}`),
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code',
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'To do',
}
