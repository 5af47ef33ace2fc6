import { MessageCircle } from 'lucide-react'
import type { Ref } from 'react'
import { widgetTexts } from './widget.texts.ts'
import classes from './widget.module.css'

/** The button that opens the widget where the page draws none. */
export function Launcher({
  ref,
  title,
  open,
  unread,
  onOpen,
}: {
  ref: Ref<HTMLButtonElement>
  title: string
  open: boolean
  /** Answers that came while it was closed. */
  unread: number
  onOpen: () => void
}) {
  const name = unread === 0 ? widgetTexts.open(title) : widgetTexts.openUnread(title, unread)
  return (
    <button
      ref={ref}
      type="button"
      className={classes.launcher}
      aria-label={name}
      title={name}
      aria-expanded={open}
      aria-controls="card"
      hidden={open}
      onClick={onOpen}
    >
      <MessageCircle aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  )
}
