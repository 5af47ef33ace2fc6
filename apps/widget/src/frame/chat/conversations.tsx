import { Button, IconButton } from '@org/ui-kit'
import { MessagesSquare } from 'lucide-react'
import { useAccessStatus } from '../engine/use-engine-state.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'
import { LazyConversationList, LazySignOut } from './lazy-parts.tsx'

/**
 * Opens the list of conversations, which signs out as well; a guest, or whoever must sign in, is asked to do that. Without
 * a list, a person who is signed in signs out here.
 */
export function ConversationsControl({
  listed,
  canList,
  onToggle,
  onSignIn,
  onSignedOut,
}: {
  listed: boolean
  canList: boolean
  onToggle: () => void
  onSignIn: () => void
  onSignedOut: () => void
}) {
  const status = useAccessStatus()
  if (status === 'guest' || status === 'needsAuth') {
    return (
      <Button variant="ghost" size="small" className={classes.signIn} onClick={onSignIn}>
        {widgetTexts.signIn}
      </Button>
    )
  }
  if (!canList) return status === 'signedIn' && <LazySignOut compact onDone={onSignedOut} />
  return (
    <IconButton
      label={widgetTexts.conversations}
      icon={<MessagesSquare />}
      aria-pressed={listed}
      onClick={onToggle}
    />
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
