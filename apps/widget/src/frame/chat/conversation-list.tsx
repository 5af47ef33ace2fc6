import { kit } from '@org/languages'
import { useConversations } from '@org/chat-engine/react'
import { ConversationSidebar } from '@org/ui-kit/chat'
import { useEffect, useRef } from 'react'

/** The person's conversations, and what may be done with them. */
export function ConversationList({ onDone }: { onDone: () => void }) {
  const { items, selectedKey, status, hasMore, isLoadingMore, create, select, rename, remove, loadMore } =
    useConversations()
  const isEscape = useRef(false)

  // The sidebar handles Escape in the document, after the window.
  useEffect(() => {
    const note = ({ key }: KeyboardEvent): void => {
      isEscape.current = key === 'Escape'
    }
    window.addEventListener('keydown', note, true)
    return () => window.removeEventListener('keydown', note, true)
  }, [])

  return (
    <ConversationSidebar
      labels={kit.conversations}
      layout="dropdown"
      open
      onOpenChange={(open) => {
        // A press or the focus in the message box leaves it open.
        if (!open && isEscape.current) onDone()
      }}
      conversations={items.map(({ key, title }) => ({ id: key, title }))}
      selectedId={selectedKey ?? undefined}
      loading={status === 'loading'}
      onSelect={(key) => {
        select(key)
        onDone()
      }}
      onCreate={() => {
        create()
        onDone()
      }}
      onRename={(key, title) => void rename(key, title)}
      onDelete={(key) => void remove(key)}
      hasOlder={hasMore}
      loadingOlder={isLoadingMore}
      onLoadOlder={() => void loadMore()}
    />
  )
}
