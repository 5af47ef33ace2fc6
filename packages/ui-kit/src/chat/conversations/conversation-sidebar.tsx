import { useCallback, useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { classNames } from '../../base/class-names.ts'
import { useControllable } from '../../base/use-controllable.ts'
import { useDismiss } from '../../base/use-dismiss.ts'
import { type Given, withDefaults } from '../../base/with-defaults.ts'
import { Button } from '../../controls/button.tsx'
import { lazyPart, useIdlePreload } from '../../loading/lazy-part.tsx'
import type { ConfirmDialogProps } from '../../overlays/confirm-dialog.tsx'
import { moveAmongRows } from './conversation-row-keys.ts'
import {
  type ConversationSidebarLabels,
  defaultConversationSidebarLabels,
} from './conversation-sidebar-labels.ts'
import {
  type ConversationSidebarListProps,
  type ConversationSummary,
  ConversationSidebarList,
  titleOf,
} from './conversation-sidebar-list.tsx'
import { ArchiveButton, ArchiveHeading, SidebarToggle, SidebarTop } from './conversation-sidebar-top.tsx'
import classes from './conversation-sidebar.module.css'
import { type Deletion, useDeletion } from './use-deletion.ts'
import { useMovedRow } from './use-moved-row.ts'

/** Result of a search beyond the loaded conversations. */
export interface ConversationSearch {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly items: readonly ConversationSummary[]
}

/** The conversations, and what may be done with them. */
export interface ConversationSidebarProps {
  /** In the order to show. */
  conversations: readonly ConversationSummary[]
  /** Key of the conversation on screen. @default null */
  selectedKey?: string | null | undefined
  onSelect: (key: string) => void
  onCreate: () => void
  /** Called with the title as it was typed, or with 'Untitled' in place of an empty one. Absent: no renaming. */
  onRename?: ((key: string, title: string) => void) | undefined
  /** Pins a conversation, or takes its pin away. Absent: no pinning. */
  onPin?: ((key: string, pinned: boolean) => void) | undefined
  /** Moves a conversation to the archive, or back to the list. Absent: no archiving. */
  onArchive?: ((key: string, archived: boolean) => void) | undefined
  /** True to show the archive: what `searchResult` then has. @default false */
  archived?: boolean | undefined
  /** Opens and leaves the archive. Absent: no button for it. */
  onArchivedChange?: ((archived: boolean) => void) | undefined
  /** Called after the reader has said yes to 'Delete this conversation?'. Absent: no deleting. */
  onDelete?: ((key: string) => void) | undefined
  /** The address of a conversation: the rows become links that can be opened in a new tab. */
  getHref?: ((key: string) => string) | undefined
  /** True while the first page loads. @default false */
  loading?: boolean | undefined
  /** True when loading the conversations failed. @default false */
  failed?: boolean | undefined
  /** Asks again after a failure: for the list, or for what is searched for. */
  onRetry?: (() => void) | undefined
  /** True when older conversations can be loaded. @default false */
  hasOlder?: boolean | undefined
  /** True while older conversations load. @default false */
  loadingOlder?: boolean | undefined
  onLoadOlder?: (() => void) | undefined
  /** Search text. */
  search?: string | undefined
  onSearchChange?: ((search: string) => void) | undefined
  /** Search result. Without it, loaded titles are filtered by the search text. @default null */
  searchResult?: ConversationSearch | null | undefined
  /** The search box, for a parent that puts the focus there. */
  searchRef?: Ref<HTMLInputElement> | undefined
  /** True when the dropdown of a narrow window is open. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** `dropdown` keeps the narrow form at every width. @default 'auto': narrow at 900 px or less */
  layout?: 'auto' | 'dropdown' | undefined
  /** Stands under the list, such as a way to sign in. */
  footer?: ReactNode
  labels?: Given<ConversationSidebarLabels> | undefined
}

const ConfirmDialog = /* @__PURE__ */ lazyPart<ConfirmDialogProps>(
  async () => (await import('../../overlays/confirm-dialog.tsx')).ConfirmDialog,
)

/** The list of conversations: 280 px at the side, a dropdown in a narrow window. */
export function ConversationSidebar({
  conversations,
  selectedKey = null,
  onSelect,
  onCreate,
  onRename,
  onPin,
  onArchive,
  archived = false,
  onArchivedChange,
  onDelete,
  loading = false,
  failed = false,
  search,
  onSearchChange,
  searchResult = null,
  searchRef,
  open,
  onOpenChange,
  layout = 'auto',
  footer,
  labels,
  ...rest
}: ConversationSidebarProps) {
  const texts = withDefaults(defaultConversationSidebarLabels, labels)
  const panelId = useId()
  const [renamingKey, setRenamingKey] = useState<string | null>(null)
  const [query, setQuery] = useControllable(search, '', onSearchChange)
  const listed = conversations.filter((each) => each.archived !== true)
  const found = searchResult?.items ?? filterByTitle(listed, query, texts)
  const listRef = useRef<HTMLDivElement>(null)
  const createRef = useRef<HTMLButtonElement>(null)
  const searchBoxRef = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(searchRef, () => searchBoxRef.current)
  const deletion = useDeletion({ conversations, shown: found, onDelete, listRef, createRef })
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const mark = useMovedRow({ shown: found, listRef, createRef })
  // An inline rename, the menu of a row and the question before deleting handle Escape themselves.
  const isDismissable = renamingKey === null && !isMenuOpen && !deletion.isAsking
  const { rootRef, toggleRef, shown, setShown, leave } = useDropdown({ open, onOpenChange, isDismissable })
  useIdlePreload(ConfirmDialog)

  return (
    <nav
      ref={rootRef}
      aria-label={texts.conversations}
      className={classNames(classes['sidebar'], layout === 'dropdown' && classes['narrow'])}
    >
      <SidebarToggle
        ref={toggleRef}
        title={titleOfKey(conversations, selectedKey, texts)}
        expanded={shown}
        panelId={panelId}
        failed={failed}
        onToggle={() => setShown(!shown)}
        texts={texts}
      />
      {/* The keys of the search box and of the rows' links and buttons pass here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        id={panelId}
        className={classes['panel']}
        data-open={shown || undefined}
        onKeyDown={(event) => moveAmongRows(event, searchBoxRef.current, listRef.current)}
      >
        <SidebarTop
          createRef={createRef}
          searchRef={searchBoxRef}
          query={query}
          onQueryChange={setQuery}
          onCreate={() => leave(onCreate)}
          texts={texts}
        />
        {archived && onArchivedChange && <ArchiveHeading onArchivedChange={onArchivedChange} texts={texts} />}
        <SidebarScroll
          {...rest}
          onArchivedChange={onArchivedChange}
          conversations={found}
          selectedKey={selectedKey}
          renamingKey={renamingKey}
          onRenamingChange={setRenamingKey}
          onSelect={(key) => leave(() => onSelect(key))}
          onRename={onRename}
          onPin={mark(onPin)}
          onArchive={mark(onArchive)}
          onMenuChange={setIsMenuOpen}
          onDelete={onDelete && deletion.ask}
          status={searchResult?.status ?? (failed ? 'failed' : loading ? 'loading' : 'ready')}
          isSearch={searchResult !== null}
          query={query.trim()}
          isArchive={archived}
          listRef={listRef}
          texts={texts}
        />
        {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
      </div>
      {deletion.wasAsked && <DeleteQuestion deletion={deletion} texts={texts} />}
    </nav>
  )
}

type SidebarScrollProps = Omit<ConversationSidebarListProps, 'getHref' | 'onRetry'> &
  Pick<
    ConversationSidebarProps,
    'getHref' | 'onRetry' | 'hasOlder' | 'loadingOlder' | 'onLoadOlder' | 'onArchivedChange'
  >

/** The rows, and the buttons below them. */
function SidebarScroll({
  getHref,
  onRetry,
  hasOlder = false,
  loadingOlder = false,
  onLoadOlder,
  onArchivedChange,
  ...list
}: SidebarScrollProps) {
  const { isArchive, texts } = list
  return (
    <div className={classes['scroll']}>
      <ConversationSidebarList {...list} getHref={getHref} onRetry={onRetry} />
      {hasOlder && <OlderButton busy={loadingOlder} onClick={onLoadOlder} texts={texts} />}
      {!isArchive && onArchivedChange && <ArchiveButton onArchivedChange={onArchivedChange} texts={texts} />}
    </div>
  )
}

/** Returns the title of a conversation; null when the list does not have it. */
function titleOfKey(
  conversations: readonly ConversationSummary[],
  wanted: string | null,
  texts: ConversationSidebarLabels,
): string | null {
  const selected = conversations.find(({ key }) => key === wanted)
  return selected === undefined ? null : titleOf(selected, texts)
}

/** Returns the conversations whose titles contain the text, ignoring case. */
function filterByTitle(
  conversations: readonly ConversationSummary[],
  query: string,
  texts: ConversationSidebarLabels,
): readonly ConversationSummary[] {
  const wanted = query.trim().toLocaleLowerCase()
  return conversations.filter((each) => titleOf(each, texts).toLocaleLowerCase().includes(wanted))
}

/** The question before a conversation is deleted. */
function DeleteQuestion({ deletion, texts }: { deletion: Deletion; texts: ConversationSidebarLabels }) {
  return (
    <ConfirmDialog
      open={deletion.isAsking}
      onOpenChange={deletion.close}
      title={texts.confirmDelete}
      variant="danger"
      labels={{ confirm: texts.delete, cancel: texts.cancel }}
      onConfirm={deletion.confirm}
    />
  )
}

/** Loads older conversations. */
function OlderButton({
  busy,
  onClick,
  texts,
}: {
  busy: boolean
  onClick: (() => void) | undefined
  texts: ConversationSidebarLabels
}) {
  return (
    <Button variant="ghost" size="small" wide className={classes['older']} busy={busy} onClick={onClick}>
      {texts.loadOlder}
    </Button>
  )
}

/** State of the dropdown of a narrow window. */
function useDropdown({
  open,
  onOpenChange,
  isDismissable,
}: Pick<ConversationSidebarProps, 'open' | 'onOpenChange'> & { isDismissable: boolean }) {
  const rootRef = useRef<HTMLElement>(null)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useControllable(open, false, onOpenChange)
  const dismiss = useCallback(
    (reason: 'escape' | 'outside') => {
      setShown(false)
      if (reason === 'escape') toggleRef.current?.focus()
    },
    [setShown],
  )
  useDismiss(shown && isDismissable, rootRef, dismiss)
  /** Closes the dropdown before an action that leaves it. */
  const leave = (act: () => void): void => {
    if (shown) {
      setShown(false)
      toggleRef.current?.focus()
    }
    act()
  }
  return { rootRef, toggleRef, shown, setShown, leave }
}
