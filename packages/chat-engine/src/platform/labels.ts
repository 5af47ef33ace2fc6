/** The words that the engine itself puts before a person. Defaults: specification 1, sections 3, 5 and 8. */
export interface ChatLabels {
  /** An unnamed conversation. */
  newChat: string
  /** A conversation without a title. */
  untitled: string
  /** A question that a visitor may not ask. */
  loginRequired: string
  /** An answer that did not begin; `{status}` is the HTTP status. */
  chatFailed: string
  /** An answer that broke off, or a server that could not be reached. */
  streamingFailed: string
  /** A change that was not made, without words of the server. */
  requestFailed: string
  /** A question longer than `{max}` characters. */
  textTooLong: string
  /** More than `{max}` images. */
  tooManyImages: string
  /** A storage that takes nothing more. */
  storageRefused: string
}

/** The words for a file that is not attached. Their defaults come with what reads files. */
export interface AttachmentLabels {
  /** `{name}` is no image of an accepted type. @default '{name} is not a PNG, JPEG, WebP or GIF image.' */
  imageType: string
  /** `{name}` has more than `{max}` MB. @default '{name} is larger than {max} MB.' */
  imageTooLarge: string
  /** `{name}` cannot be read. @default '{name} could not be read.' */
  imageUnreadable: string
}

/** The English words of the specification. */
export const defaultLabels: ChatLabels = {
  newChat: 'New chat',
  untitled: 'Untitled',
  loginRequired: 'Login required to continue',
  chatFailed: 'Chat failed: {status}',
  streamingFailed: 'Streaming failed',
  requestFailed: 'That did not work. Try again.',
  textTooLong: 'Message is too long (max {max} characters).',
  tooManyImages: 'Attach at most {max} images.',
  storageRefused: 'This browser is full: what you write lasts until the page is closed.',
}
