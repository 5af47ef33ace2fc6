/** The engine's numbers. Times in milliseconds. */
export interface ChatLimits {
  /** Characters of a question. @default 32000 */
  textCharacters: number
  /** Images of a question. @default 8 */
  images: number
  /** Bytes of an image, before it is encoded. @default 5 MiB */
  imageBytes: number
  /** Longest side that an image is scaled down to. @default 2048 */
  imagePixels: number
  /** Earlier messages that a guest's question carries. @default 50 */
  historyItems: number
  /** Conversations a page. @default 20 */
  conversationPage: number
  /** Messages a page. @default 100 */
  messagePage: number
  /** Time that a status stays after the end of an answer, in ms. @default 1500 */
  statusLingerMs: number
  /** The same for an error; null keeps it until the next question. @default null */
  errorLingerMs: number | null
  /**
   * Longest wait in ms before each attempt to resume a broken stream; random jitter removes up to half of it, so that
   * clients do not reconnect at once. Any received event resets the sequence. @default [250, 1000, 3000]
   */
  reconnectDelaysMs: readonly number[]
  /** Debounce of saving a draft, in ms. @default 300 */
  draftSaveMs: number
  /** Debounce of the conversation search, in ms. @default 250 */
  searchDelayMs: number
  /** Conversations kept in the browser for a guest. @default 50 */
  guestConversations: number
}

/** The defaults of {@link ChatLimits}. */
export const defaultLimits: ChatLimits = {
  textCharacters: 32_000,
  images: 8,
  imageBytes: 5 * 1024 * 1024,
  imagePixels: 2048,
  historyItems: 50,
  conversationPage: 20,
  messagePage: 100,
  statusLingerMs: 1500,
  errorLingerMs: null,
  reconnectDelaysMs: [250, 1000, 3000],
  draftSaveMs: 300,
  searchDelayMs: 250,
  guestConversations: 50,
}
