import type { Ref } from 'react'
import { Button } from '../../controls/button.tsx'
import { Skeleton } from '../../states/skeleton.tsx'
import { ConversationRow } from './conversation-row.tsx'
import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'
import classes from './conversation-sidebar.module.css'

/** A conversation as the list shows it. */
export interface ConversationSummary {
  /** Identity in the list; a conversation of `@org/chat-engine` fits. */
  readonly key: string
  /** Shown as 'Untitled' when empty. */
  readonly title: string
}

interface ConversationSidebarListProps {
  conversations: readonly ConversationSummary[]
  selectedKey: string | null
  renamingKey: string | null
  onRenamingChange: (key: string | null) => void
  onSelect: (key: string) => void
  onRename: ((key: string, title: string) => void) | undefined
  onDelete: ((key: string) => void) | undefined
  getHref: ((key: string) => string) | undefined
  status: 'loading' | 'ready' | 'failed'
  /** True when the items are search results. */
  isSearch: boolean
  onRetry: (() => void) | undefined
  listRef: Ref<HTMLUListElement>
  texts: ConversationSidebarLabels
}

/** The rows of the list, or what stands in their place. */
export function ConversationSidebarList({
  conversations,
  selectedKey,
  renamingKey,
  onRenamingChange,
  onSelect,
  onRename,
  onDelete,
  getHref,
  status,
  isSearch,
  onRetry,
  listRef,
  texts,
}: ConversationSidebarListProps) {
  const isEmpty = conversations.length === 0
  const isLoading = status === 'loading'
  return (
    <>
      {status === 'failed' && (
        <div className={classes['failure']}>
          <p role="alert">{isSearch ? texts.searchFailed : texts.failed}</p>
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              {texts.retry}
            </Button>
          )}
        </div>
      )}
      {isLoading && isEmpty ? (
        <div className={classes['loading']}>
          <Skeleton lines={5} label={isSearch ? texts.searching : texts.loading} />
        </div>
      ) : (
        <ul ref={listRef} className={classes['list']} aria-busy={isLoading || undefined}>
          {conversations.map((conversation) => {
            const { key } = conversation
            return (
              <ConversationRow
                key={key}
                title={titleOf(conversation, texts)}
                selected={key === selectedKey}
                href={getHref?.(key)}
                renaming={key === renamingKey}
                onSelect={() => onSelect(key)}
                onRenamingChange={onRename && ((renaming) => onRenamingChange(renaming ? key : null))}
                onRename={(title) => onRename?.(key, title.trim() === '' ? texts.untitled : title)}
                onDelete={onDelete && (() => onDelete(key))}
                texts={texts}
              />
            )
          })}
        </ul>
      )}
      <output className={classes['empty']}>
        {status === 'ready' && isEmpty && (
          <>
            <span className={classes['none']}>{texts.none}</span>
            <span className={classes['noneInDropdown']}>{texts.noneInDropdown}</span>
          </>
        )}
      </output>
    </>
  )
}

/** Returns the title of a conversation in the list. */
export function titleOf({ title }: ConversationSummary, { untitled }: ConversationSidebarLabels): string {
  return title.trim() || untitled
}
