import { useAccess, useChatEngine, useConversations } from '@org/chat-engine/react'
import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { ConversationSidebar } from '../../chat/conversations/conversation-sidebar.tsx'
import { useChat } from '../chat-context.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

/** Props of {@link ChatConversations}. */
export interface ChatConversationsProps {
  /** Address of a conversation, by its key: the rows become links. */
  getHref?: ((key: string) => string) | undefined
  /** Shows a conversation. @default the engine's `select` */
  onSelect?: ((key: string) => void) | undefined
  /** Shows a blank conversation. @default the engine's `create` */
  onCreate?: (() => void) | undefined
  /** Called when the list is loaded again after a failure. */
  onRetry?: (() => void) | undefined
  /** True when the dropdown of a narrow window is open. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** `dropdown` keeps the narrow form at every width. @default 'auto': narrow at 900 px or less */
  layout?: 'auto' | 'dropdown' | undefined
  /** False to search the loaded titles instead of all messages. @default true */
  fullSearch?: boolean | undefined
  /** The search box, for a parent that puts the focus there. */
  searchRef?: Ref<HTMLInputElement> | undefined
  /** Shown under the list, such as a way to sign in. */
  footer?: ReactNode
}

const searchLoading = { status: 'loading', items: [], hasMore: false } as const

/** The person's conversations: select, create, rename, remove, search. */
export function ChatConversations({
  getHref,
  onSelect,
  onCreate,
  onRetry,
  open,
  onOpenChange,
  layout,
  fullSearch = true,
  searchRef,
  footer,
}: ChatConversationsProps) {
  const engine = useChatEngine()
  const { labels } = useChat()
  const showRefusal = useShowRefusal()
  const [query, setQuery] = useState('')
  const [isArchive, setIsArchive] = useState(false)
  const { status: access, refresh } = useAccess()
  const { items, found, selectedKey, status, hasMore, isLoadingMore } = useConversations()
  const isSearching = isArchive || (fullSearch && query.trim() !== '')
  // A guest's conversations are this browser's, and nobody else lists them.
  const hasMarks = access === 'signedIn'
  // The code that searches loads with the first search.
  const search = found ?? searchLoading

  const showArchive = (archived: boolean): void => {
    setIsArchive(archived)
    setQuery('')
    engine.search('', { archived })
  }

  // The engine outlives the list, and would still be searching when the box is empty again.
  useEffect(() => () => engine.search(''), [engine])

  return (
    <ConversationSidebar
      labels={labels.conversations}
      layout={layout}
      conversations={items}
      selectedKey={selectedKey}
      loading={status === 'loading' || access === 'unknown'}
      failed={status === 'failed'}
      onRetry={() => {
        if (isSearching) return engine.search(query, { archived: isArchive })
        void refresh()
        onRetry?.()
      }}
      search={query}
      onSearchChange={(text) => {
        setQuery(text)
        if (fullSearch || isArchive) engine.search(text, { archived: isArchive })
      }}
      searchResult={isSearching ? search : null}
      searchRef={searchRef}
      open={open}
      onOpenChange={onOpenChange}
      getHref={getHref}
      onSelect={onSelect ?? engine.select}
      onCreate={onCreate ?? engine.create}
      onRename={(key, title) => void showRefusal(engine.rename(key, title))}
      onPin={hasMarks ? (key, pinned) => void showRefusal(engine.pin(key, pinned)) : undefined}
      onArchive={hasMarks ? (key, archived) => void showRefusal(engine.archive(key, archived)) : undefined}
      archived={isArchive}
      onArchivedChange={hasMarks || isArchive ? showArchive : undefined}
      onDelete={(key) => void showRefusal(engine.remove(key))}
      hasOlder={isSearching ? search.hasMore : hasMore}
      loadingOlder={isSearching ? search.status === 'loading' : isLoadingMore}
      onLoadOlder={() => void engine.loadMore()}
      footer={footer}
    />
  )
}
