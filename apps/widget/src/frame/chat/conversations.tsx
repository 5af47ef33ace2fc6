import { Button, IconButton, lazyPart, Skeleton } from '@org/ui-kit'
import { MessagesSquare } from 'lucide-react'
import { useAccessStatus } from '../use-engine-state.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './chat.module.css'

/** The list of conversations, over the messages. Its code comes with its first use. */
const ConversationList = lazyPart<{ onDone: () => void }>(
  async () => (await import('./conversation-list.tsx')).ConversationList,
  () => <Skeleton lines={4} />,
)

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
        <ConversationList onDone={onDone} />
      </div>
    </div>
  )
}
