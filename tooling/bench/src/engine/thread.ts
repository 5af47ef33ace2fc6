/** A thread of messages on the page whose last answer is still arriving. */
export interface MountedThread {
  /** Adds a piece of text to that answer; settles once the page shows it. */
  append(piece: string): Promise<void>
  unmount(): void
}

/** One way to keep a thread and to show it, with so many messages before the answer. */
export type ThreadVariant = (root: HTMLElement, messages: number) => Promise<MountedThread>

/** A message, as plain as it can be: what is measured is what happens around it. */
export interface PlainMessage {
  readonly key: string
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export function plainMessages(count: number): PlainMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `message-${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: `Message ${index} of a thread about magnesium and sleep.`,
  }))
}
