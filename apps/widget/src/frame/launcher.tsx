import type { LauncherIcon } from '@org/api-client'
import { CircleQuestionMark, Leaf, MessageCircle, Sparkles } from 'lucide-react'
import type { Ref } from 'react'
import { widgetTexts } from './widget.texts.ts'
import classes from './widget.module.css'

const icons: Readonly<Record<LauncherIcon, typeof MessageCircle>> = {
  chat: MessageCircle,
  question: CircleQuestionMark,
  spark: Sparkles,
  leaf: Leaf,
}

/** The button that opens the widget where the page draws none. */
export function Launcher({
  ref,
  title,
  label,
  icon,
  open,
  unread,
  onOpen,
}: {
  ref: Ref<HTMLButtonElement>
  title: string
  /** Words on it; `''` for the sign alone. */
  label: string
  icon: LauncherIcon
  open: boolean
  /** Answers that came while it was closed. */
  unread: number
  onOpen: () => void
}) {
  // The name contains the words that are seen: speech recognition presses a button by them.
  const named = label === '' ? title : label
  const name = unread === 0 ? widgetTexts.open(named) : widgetTexts.openUnread(named, unread)
  const Icon = icons[icon]
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
      <Icon aria-hidden="true" />
      {label}
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  )
}
