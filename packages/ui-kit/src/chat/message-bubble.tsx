import type { ReactNode } from 'react'
import { StreamingIndicator } from './streaming-indicator.tsx'
import classes from './message-bubble.module.css'
import { type Given, withDefaults } from '../with-defaults.ts'

/** A picture that was sent with a message. */
export interface MessageImage {
  /** Its address; a `data:` or `blob:` one too. */
  readonly src: string
  readonly name: string
}

/** The texts of a message. */
export interface MessageBubbleLabels {
  /** @default 'You' */
  user: string
  /** @default 'Assistant' */
  assistant: string
}

/** One message of a conversation. */
export interface MessageBubbleProps {
  /** Author role. */
  role: 'user' | 'assistant'
  /** The message: plain text for a user (line breaks are kept), an `<Answer/>` for the assistant. */
  children?: ReactNode
  images?: readonly MessageImage[] | undefined
  /** Shows the streaming indicator under what has arrived so far. @default false */
  streaming?: boolean | undefined
  /** Stands under the message, such as a copy button. Held back while the message is streaming. */
  actions?: ReactNode
  labels?: Given<MessageBubbleLabels> | undefined
}

/** A message: the reader's on the right in a bubble, the assistant's on the left. Each takes its own direction of writing. */
export function MessageBubble({
  role,
  children,
  images,
  streaming = false,
  actions,
  labels,
}: MessageBubbleProps) {
  const names = withDefaults({ user: 'You', assistant: 'Assistant' }, labels)
  return (
    <article aria-label={names[role]} className={classes['message']} data-from={role}>
      {images !== undefined && images.length > 0 && (
        <ul className={classes['images']}>
          {images.map((image) => (
            <li key={image.src}>
              <img src={image.src} alt={image.name} />
            </li>
          ))}
        </ul>
      )}
      {/* The bubble keeps to the page's direction, and the text in it takes its own. */}
      <div className={classes['content']}>
        <div dir="auto" data-message-text="">
          {children}
        </div>
      </div>
      {streaming && <StreamingIndicator label={names.assistant} />}
      {!streaming && actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </article>
  )
}
