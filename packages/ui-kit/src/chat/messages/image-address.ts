/** An image of a message: its bytes in base64 without a `data:` prefix, or where they are. That of `@org/chat-engine` fits. */
export interface MessageImage {
  readonly name: string
  readonly mimeType: string
  readonly data: string | null
  readonly url: string | null
}

/** Returns the address under which an image can be shown; null when there is nothing to show. */
export function imageAddress({ mimeType, data, url }: Omit<MessageImage, 'name'>): string | null {
  return url ?? (data === null ? null : `data:${mimeType};base64,${data}`)
}
