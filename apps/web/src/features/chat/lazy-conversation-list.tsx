import { Button, lazyPart } from '@org/ui-kit'
import { chatTexts } from './chat.texts.ts'
import classes from './chat.module.css'
import type { ConversationListProps } from './conversation-list.tsx'

/**
 * The conversations at the side. They come right after the chat, as what they list does: a question is asked, and
 * its answer shown, without them. Their room is kept meanwhile.
 */
export const LazyConversationList = lazyPart<ConversationListProps>(
  async () => (await import('./conversation-list.tsx')).ConversationList,
  ({ failed, retry }) => (
    <div className={classes.listRoom}>
      {failed && (
        <Button size="small" onClick={retry}>
          {chatTexts.retry}
        </Button>
      )}
    </div>
  ),
)
