import { kit } from '@org/languages'
import { useConversations } from '@org/chat-engine/react'
import { ConversationSidebar } from '@org/ui-kit/chat'

/** The person's conversations, and what may be done with them. */
export function ConversationList({ onDone }: { onDone: () => void }) {
  const { items, selectedKey, status, hasMore, isLoadingMore, create, select, rename, remove, loadMore } =
    useConversations()
  return (
    <ConversationSidebar
      labels={kit.conversations}
      layout="dropdown"
      open
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
