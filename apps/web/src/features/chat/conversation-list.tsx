import { kit } from '@org/languages'
import type { ConversationSummary } from '@org/chat-engine'
import { useAccess, useChatEngine, useConversations } from '@org/chat-engine/react'
import { ConversationSidebar } from '@org/ui-kit/chat'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useServices } from '../../shared/services.ts'
import { searchWishAtom, sidebarOpenAtom } from './chat.atoms.ts'
import { conversationPath } from './conversation-path.ts'

/** Viewport in which the list is a dropdown (specification 1 section 9). */
const narrow = '(max-width: 900px)'

export interface ConversationListProps {
  /** The chat's own address. */
  path: string
  footer?: ReactNode
}

/** The sidebar: the conversations that there are, and what may be done with them. */
export function ConversationList({ path, footer }: ConversationListProps) {
  const navigate = useNavigate()
  const engine = useChatEngine()
  const [open, setOpen] = useAtom(sidebarOpenAtom)
  const searchRef = useSearchFocus(setOpen)
  const [query, setQuery] = useState('')
  const { status: access } = useAccess()
  const { items, found, selectedKey, status, hasMore, isLoadingMore, rename, remove, loadMore } =
    useConversations()
  const retryList = useRetryList()
  const isSearching = query.trim() !== ''
  // The code that searches comes with the first search.
  const search = found ?? { status: 'loading', items: [], hasMore: false }
  const addressOf = (key: string) => {
    const isIt = (item: ConversationSummary) => item.key === key
    const conversation = items.find(isIt) ?? found?.items.find(isIt)
    return conversation === undefined ? path : path + conversationPath(conversation)
  }

  // The engine outlives the screen, and would still be searching when the box is empty again.
  useEffect(
    () => () => {
      engine.search('')
    },
    [engine],
  )

  return (
    <ConversationSidebar
      labels={kit.conversations}
      conversations={items.map(toRow)}
      selectedId={selectedKey ?? undefined}
      loading={status === 'loading' || access === 'unknown'}
      failed={status === 'failed'}
      onRetry={() => {
        if (isSearching) engine.search(query)
        else retryList()
      }}
      search={query}
      onSearchChange={(text) => {
        setQuery(text)
        engine.search(text)
      }}
      searchResult={
        isSearching ? { status: search.status, conversations: search.items.map(toRow) } : undefined
      }
      searchRef={searchRef}
      open={open}
      onOpenChange={setOpen}
      getHref={addressOf}
      onSelect={(key) => {
        void navigate(addressOf(key))
      }}
      onCreate={() => {
        void navigate(path)
      }}
      onRename={(key, title) => {
        void rename(key, title)
      }}
      onDelete={(key) => {
        void remove(key)
      }}
      hasOlder={isSearching ? search.hasMore : hasMore}
      loadingOlder={isSearching ? search.status === 'loading' : isLoadingMore}
      onLoadOlder={() => {
        void loadMore()
      }}
      footer={footer}
    />
  )
}

/** Takes the focus to the search box at each wish; in a narrow window it is in the dropdown, which opens first. */
function useSearchFocus(setOpen: (open: boolean) => void) {
  const searchRef = useRef<HTMLInputElement>(null)
  const wishes = useAtomValue(searchWishAtom)
  // A wish from before the list was there counts, too.
  const served = useRef(0)
  useEffect(() => {
    if (served.current === wishes) return
    served.current = wishes
    if (matchMedia(narrow).matches) setOpen(true)
    // Once the dropdown is there.
    requestAnimationFrame(() => {
      searchRef.current?.focus()
      searchRef.current?.select()
    })
  }, [wishes, setOpen])
  return searchRef
}

/** Asks again for the list, and for what else could not be had. */
function useRetryList(): () => void {
  const { refresh } = useAccess()
  const { queryClient } = useServices()
  return () => {
    void refresh()
    void queryClient.invalidateQueries()
  }
}

function toRow({ key, title }: ConversationSummary) {
  return { id: key, title }
}
