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
  /** Conversations a page (specification 1, section 9). @default 20 */
  conversationPage: number
  /** Messages a page. @default 100 */
  messagePage: number
  /** How long a status stays after the end of an answer (specification 1, section 9). @default 1500 */
  statusLingerMs: number
  /** The same for an error; null keeps it until the next question. @default null */
  errorLingerMs: number | null
  /**
   * The longest wait before each attempt to take up a broken stream; chance takes up to half of it away, so that
   * not everybody comes back at once. What arrives begins the row anew. @default [250, 1000, 3000]
   */
  reconnectDelaysMs: readonly number[]
  /** How long a draft is left to change before it is saved. @default 300 */
  draftSaveMs: number
  /** How long a search is left to be typed before it is asked. @default 250 */
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
