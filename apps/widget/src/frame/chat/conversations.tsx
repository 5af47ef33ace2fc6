import { Button, IconButton } from '@org/ui-kit'
import { MessagesSquare } from 'lucide-react'
import { useAccessStatus } from '../engine/use-engine-state.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'
import { LazyConversationList } from './lazy-parts.tsx'

/** Opens the list of conversations; a guest, or whoever must sign in, is asked to do that. */
export function ConversationsControl({
  listed,
  canList,
  onToggle,
  onSignIn,
}: {
  listed: boolean
  canList: boolean
  onToggle: () => void
  onSignIn: () => void
}) {
  const status = useAccessStatus()
  if (status === 'guest' || status === 'needsAuth') {
    return (
      <Button variant="ghost" size="small" className={classes.signIn} onClick={onSignIn}>
        {widgetTexts.signIn}
      </Button>
    )
  }
  return (
    canList && (
      <IconButton
        label={widgetTexts.conversations}
        icon={<MessagesSquare />}
        aria-pressed={listed}
        onClick={onToggle}
      />
    )
  )
}

/**
 * The list, over the messages; the message box below stays usable. A press on the scrim beside it closes it.
 */
export function ConversationPanel({ onDone }: { onDone: () => void }) {
  return (
    <div className={classes.scrim}>
      <button type="button" className={classes.dismiss} aria-label={widgetTexts.closeList} onClick={onDone} />
      <div className={classes.panel}>
        <LazyConversationList onDone={onDone} />
      </div>
    </div>
  )
}
