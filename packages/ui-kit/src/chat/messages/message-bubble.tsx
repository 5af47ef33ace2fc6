import type { ReactNode } from 'react'
import { imageAddress, type MessageImage } from './image-address.ts'
import { StreamingIndicator } from './streaming-indicator.tsx'
import classes from './message-bubble.module.css'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** The texts of a message. */
export interface MessageBubbleLabels {
  /** @default 'You' */
  user: string
  /** @default 'Assistant' */
  assistant: string
}

export const defaultMessageLabels: MessageBubbleLabels = { user: 'You', assistant: 'Assistant' }

/** One message of a conversation. */
export interface MessageBubbleProps {
  /** Author role. */
  role: 'user' | 'assistant'
  /** The message: plain text for a user (line breaks are kept), an `<Answer/>` for the assistant. */
  children?: ReactNode
  /** Images sent with the message; one without an address is left out. @default [] */
  images?: readonly MessageImage[] | undefined
  /** Shows the streaming indicator under what has arrived so far. @default false */
  streaming?: boolean | undefined
  /** Stands under the message, such as a copy button. Held back while the message is streaming. */
  actions?: ReactNode
  labels?: Given<MessageBubbleLabels> | undefined
}

const noImages: readonly MessageImage[] = []

/** A message: the reader's on the right in a bubble, the assistant's on the left. Each takes its own direction of writing. */
export function MessageBubble({
  role,
  children,
  images = noImages,
  streaming = false,
  actions,
  labels,
}: MessageBubbleProps) {
  const shown = images.flatMap((image) => {
    const src = imageAddress(image)
    return src === null ? [] : [{ src, name: image.name }]
  })
  const names = withDefaults(defaultMessageLabels, labels)
  return (
    <article aria-label={names[role]} className={classes['message']} data-from={role}>
      {shown.length > 0 && (
        <ul className={classes['images']}>
          {shown.map(({ src, name }) => (
            <li key={src}>
              <img src={src} alt={name} />
            </li>
          ))}
        </ul>
      )}
      {/* The bubble keeps to the page's direction, and a question takes its own; so does each block of an answer. */}
      <div className={classes['content']}>
        <div dir={role === 'user' ? 'auto' : undefined} data-message-text="">
          {children}
        </div>
      </div>
      {streaming && <StreamingIndicator label={names.assistant} />}
      {!streaming && actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </article>
  )
}
