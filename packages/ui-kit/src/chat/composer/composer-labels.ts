/** The texts of the composer. */
export interface ComposerLabels {
  /** The name of the form. @default 'New message' */
  composer: string
  /** The name of the text box. @default 'Message' */
  message: string
  /** @default 'Ask something…' */
  placeholder: string
  /** @default 'Attach files' */
  attach: string
  /** @default 'Attached files' */
  attachments: string
  /** @default (name) => `Remove ${name}` */
  removeAttachment: (name: string) => string
  /** Stands in the place of a preview while a picture is being made ready. @default 'Preparing…' */
  preparing: string
  /** Number of characters left, shown when it becomes low. @default `${left} characters left` */
  charactersLeft: (left: number) => string
  /** @default (max) => `Message is too long (max ${max} characters).` */
  tooLong: (max: number) => string
  /** @default 'Send' */
  send: string
  /** @default 'Stop' */
  stop: string
}

export const defaultComposerLabels: ComposerLabels = {
  composer: 'New message',
  message: 'Message',
  placeholder: 'Ask something…',
  attach: 'Attach files',
  attachments: 'Attached files',
  removeAttachment: (name) => `Remove ${name}`,
  preparing: 'Preparing…',
  charactersLeft: (left) =>
    left === 1 ? '1 character left' : `${left.toLocaleString('en')} characters left`,
  tooLong: (max) => `Message is too long (max ${max} characters).`,
  send: 'Send',
  stop: 'Stop',
}
