/** The limits of the chat calls. Times in milliseconds, sizes in bytes, lengths in characters. */
export const chatLimits = {
  /** Characters of one question. */
  textCharacters: 32_000,
  /** Images of one question. */
  images: 8,
  /** Bytes of one image after decoding. */
  imageBytes: 5 * 1024 * 1024,
  /** Longest side, in pixels, that the client scales an image down to. */
  imagePixels: 2048,
  /** Image types, told by their bytes and not by their name. */
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  /** Earlier messages that a guest's question carries. */
  historyItems: 50,
  /** UTF-16 units of one earlier message of a guest, and of one imported message. */
  messageCharacters: 200_000,
  /** Bytes of the whole body. */
  bodyBytes: 64 * 1024 * 1024,
  /** Names of authors, and of tools, that one question may be limited to. */
  names: 500,
  /** Characters of such a name. */
  nameCharacters: 200,
  /** Characters that are kept of a conversation's title: any text is accepted, and cut. */
  titleCharacters: 200,
  /** Characters of the reason given with a rating. */
  reasonCharacters: 2000,
  /** Conversations of one import. */
  importedConversations: 50,
  /** Messages of one import, in all of its conversations. */
  importedMessages: 2500,
  /** The longest silence of a stream: a comment is sent at least this often. */
  pingMs: 15_000,
  /** A stream without a reader is stopped after this time. */
  readerlessMs: 60_000,
  /** Conversations a page when the query names no limit. */
  pageSize: 20,
  /** The largest page. */
  maxPageSize: 100,
} as const

/** Characters of a message of the contact form. */
export const contactMessageCharacters = 4000
