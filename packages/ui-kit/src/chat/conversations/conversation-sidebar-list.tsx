import { useId, type Ref } from 'react'
import { Button } from '../../controls/button.tsx'
import { Skeleton } from '../../states/skeleton.tsx'
import { groupByTime } from './conversation-groups.ts'
import { ConversationRow } from './conversation-row.tsx'
import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'
import classes from './conversation-sidebar.module.css'

/** A conversation as the list shows it. */
export interface ConversationSummary {
  /** Identity in the list; a conversation of `@org/chat-engine` fits. */
  readonly key: string
  /** Shown as 'Untitled' when empty. */
  readonly title: string
  /** ISO 8601 time by which it is grouped; without one, it has no heading of its own. */
  readonly updatedAt?: string | null | undefined
  /** True to list it above all others. @default false */
  readonly pinned?: boolean | undefined
  /** True to list it in the archive alone. @default false */
  readonly archived?: boolean | undefined
  /** The server's id; null for one that cannot be pinned or archived yet. */
  readonly id?: string | null | undefined
}

/** Props of {@link ConversationSidebarList}. */
export interface ConversationSidebarListProps {
  conversations: readonly ConversationSummary[]
  selectedKey: string | null
  renamingKey: string | null
  onRenamingChange: (key: string | null) => void
  onSelect: (key: string) => void
  onRename: ((key: string, title: string) => void) | undefined
  onPin: ((key: string, pinned: boolean) => void) | undefined
  onArchive: ((key: string, archived: boolean) => void) | undefined
  onMenuChange: (open: boolean) => void
  onDelete: ((key: string) => void) | undefined
  getHref: ((key: string) => string) | undefined
  status: 'loading' | 'ready' | 'failed'
  /** True when the items are search results. */
  isSearch: boolean
  /** Text that is searched for; empty without a search. */
  query: string
  /** True when the items are the archive. */
  isArchive: boolean
  onRetry: (() => void) | undefined
  listRef: Ref<HTMLDivElement>
  texts: ConversationSidebarLabels
}

/** The rows of the list, in groups, or what stands in their place. */
export function ConversationSidebarList(props: ConversationSidebarListProps) {
  const { conversations, status, isSearch, onRetry, listRef, texts } = props
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
        <div ref={listRef}>
          <Groups {...props} />
        </div>
      )}
      <output className={classes['empty']}>
        {status === 'ready' && isEmpty && <EmptyText {...props} />}
      </output>
    </>
  )
}

function EmptyText({ query, isArchive, texts }: ConversationSidebarListProps) {
  if (query !== '') return texts.noMatches(query)
  if (isArchive) return texts.noneArchived
  return (
    <>
      <span className={classes['none']}>{texts.none}</span>
      <span className={classes['noneInDropdown']}>{texts.noneInDropdown}</span>
    </>
  )
}

function Groups(props: ConversationSidebarListProps) {
  const { conversations, status, query, texts } = props
  const id = useId()
  // Matches of a search are one list.
  const groups = query === '' ? groupByTime(conversations, texts) : [{ heading: null, items: conversations }]
  return groups.map(({ heading, items }, index) => (
    <div key={heading} className={classes['group']}>
      {heading !== null && (
        <p id={`${id}-${index}`} className={classes['groupHeading']}>
          {heading}
        </p>
      )}
      <ul
        className={classes['list']}
        aria-labelledby={heading === null ? undefined : `${id}-${index}`}
        aria-busy={status === 'loading' || undefined}
      >
        {items.map((conversation) => (
          <Row key={conversation.key} {...props} conversation={conversation} />
        ))}
      </ul>
    </div>
  ))
}

function Row({
  conversation,
  selectedKey,
  renamingKey,
  onRenamingChange,
  onSelect,
  onRename,
  onPin,
  onArchive,
  onMenuChange,
  onDelete,
  getHref,
  isArchive,
  texts,
}: ConversationSidebarListProps & { conversation: ConversationSummary }) {
  const { key, id } = conversation
  // The server stores no marks of a conversation that it does not have.
  const isStored = id !== null
  return (
    <ConversationRow
      rowKey={key}
      title={titleOf(conversation, texts)}
      pinned={conversation.pinned === true}
      archived={isArchive}
      selected={key === selectedKey}
      href={getHref?.(key)}
      renaming={key === renamingKey}
      onSelect={() => onSelect(key)}
      onRenamingChange={onRename && ((renaming) => onRenamingChange(renaming ? key : null))}
      onRename={(title) => onRename?.(key, title.trim() === '' ? texts.untitled : title)}
      onPin={isStored && onPin ? (pinned) => onPin(key, pinned) : undefined}
      onArchive={isStored && onArchive ? (archived) => onArchive(key, archived) : undefined}
      onMenuChange={onMenuChange}
      onDelete={onDelete && (() => onDelete(key))}
      texts={texts}
    />
  )
}

/** Returns the title of a conversation in the list. */
export function titleOf({ title }: ConversationSummary, { untitled }: ConversationSidebarLabels): string {
  return title.trim() || untitled
}
