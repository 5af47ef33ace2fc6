import { ChevronDown, MessageSquarePlus, Search } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import type { ConfirmDialogProps } from '../confirm-dialog.tsx'
import { lazyPart, useIdlePreload } from '../lazy-part.tsx'
import { useControllable } from '../use-controllable.ts'
import { useDismiss } from '../use-dismiss.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { moveAmongRows } from './conversation-row-keys.ts'
import {
  type ConversationSidebarLabels,
  defaultConversationSidebarLabels,
} from './conversation-sidebar-labels.ts'
import { type ConversationSummary, ConversationSidebarList, titleOf } from './conversation-sidebar-list.tsx'
import classes from './conversation-sidebar.module.css'
import { type Given, withDefaults } from '../with-defaults.ts'

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
  async () => (await import('../confirm-dialog.tsx')).ConfirmDialog,
)

/** The list of conversations: 280 px at the side, a dropdown in a narrow window. */
export function ConversationSidebar({
  conversations,
  selectedKey = null,
  onSelect,
  onCreate,
  onRename,
  onDelete,
  getHref,
  loading = false,
  failed = false,
  onRetry,
  hasOlder = false,
  loadingOlder = false,
  onLoadOlder,
  search,
  onSearchChange,
  searchResult = null,
  searchRef,
  open,
  onOpenChange,
  layout = 'auto',
  footer,
  labels,
}: ConversationSidebarProps) {
  const texts = withDefaults(defaultConversationSidebarLabels, labels)
  const panelId = useId()
  const rootRef = useRef<HTMLElement>(null)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const createRef = useRef<HTMLButtonElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const searchBoxRef = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(searchRef, () => searchBoxRef.current)
  // The row whose deletion was agreed to, and where it stood.
  const deleted = useRef<{ key: string; at: number }>(null)
  const [query, setQuery] = useControllable(search, '', onSearchChange)
  const [shown, setShown] = useControllable(open, false, onOpenChange)
  const [renamingKey, setRenamingKey] = useState<string | null>(null)
  // Undefined until the first time; null once the question is answered.
  const [deletingKey, setDeletingKey] = useState<string | null>()
  const isAsking = typeof deletingKey === 'string'

  const dismiss = useCallback(
    (reason: 'escape' | 'outside') => {
      // An inline rename and the question before deleting have Escape to themselves.
      if (renamingKey !== null || isAsking) return
      setShown(false)
      if (reason === 'escape') toggleRef.current?.focus()
    },
    [setShown, renamingKey, isAsking],
  )
  useDismiss(shown && renamingKey === null && !isAsking, rootRef, dismiss)

  useIdlePreload(ConfirmDialog)

  useEffect(() => {
    if (deleted.current === null || isAsking) return
    const { key: gone, at } = deleted.current
    if (conversations.some(({ key }) => key === gone)) return
    deleted.current = null
    // The button that had the focus went with its row: the next row takes it.
    if (document.activeElement !== document.body) return
    const rows = listRef.current?.children
    const row = rows?.item(Math.min(at, rows.length - 1))
    const target = row?.querySelector<HTMLElement>('a, button') ?? createRef.current
    target?.focus()
  }, [conversations, isAsking])

  const wanted = query.trim().toLocaleLowerCase()
  const found =
    searchResult?.items ??
    conversations.filter((each) => titleOf(each, texts).toLocaleLowerCase().includes(wanted))
  const selected = conversations.find(({ key }) => key === selectedKey)

  const leave = (act: () => void): void => {
    if (shown) {
      setShown(false)
      toggleRef.current?.focus()
    }
    act()
  }

  return (
    <nav
      ref={rootRef}
      aria-label={texts.conversations}
      className={classNames(classes['sidebar'], layout === 'dropdown' && classes['narrow'])}
    >
      <button
        ref={toggleRef}
        type="button"
        className={classes['toggle']}
        aria-expanded={shown}
        aria-controls={panelId}
        onClick={() => setShown(!shown)}
      >
        <span
          className={classes['current']}
          title={selected === undefined ? undefined : titleOf(selected, texts)}
          dir="auto"
        >
          {selected === undefined ? texts.conversations : titleOf(selected, texts)}
        </span>
        {failed && (
          <span className={classes['mark']}>
            <span aria-hidden="true">!</span>
            <VisuallyHidden>{texts.failed}</VisuallyHidden>
          </span>
        )}
        <ChevronDown aria-hidden="true" />
      </button>
      {/* The keys of the search box and of the rows' links and buttons pass here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        id={panelId}
        className={classes['panel']}
        data-open={shown || undefined}
        onKeyDown={(event) => moveAmongRows(event, searchBoxRef.current, listRef.current)}
      >
        <div className={classes['top']}>
          <Button
            ref={createRef}
            variant="primary"
            wide
            icon={<MessageSquarePlus aria-hidden="true" />}
            onClick={() => leave(onCreate)}
          >
            {texts.newConversation}
          </Button>
          <label className={classes['search']}>
            <Search aria-hidden="true" />
            <input
              ref={searchBoxRef}
              type="search"
              aria-label={texts.search}
              placeholder={texts.search}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </label>
        </div>
        <div className={classes['scroll']}>
          <ConversationSidebarList
            conversations={found}
            selectedKey={selectedKey}
            renamingKey={renamingKey}
            onRenamingChange={setRenamingKey}
            onSelect={(key) => leave(() => onSelect(key))}
            onRename={onRename}
            onDelete={onDelete && setDeletingKey}
            getHref={getHref}
            status={searchResult?.status ?? (failed ? 'failed' : loading ? 'loading' : 'ready')}
            isSearch={searchResult !== null}
            onRetry={onRetry}
            listRef={listRef}
            texts={texts}
          />
          {hasOlder && (
            <Button
              variant="ghost"
              size="small"
              wide
              className={classes['older']}
              busy={loadingOlder}
              onClick={onLoadOlder}
            >
              {texts.loadOlder}
            </Button>
          )}
        </div>
        {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
      </div>
      {deletingKey !== undefined && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={() => setDeletingKey(null)}
          title={texts.confirmDelete}
          variant="danger"
          labels={{ confirm: texts.delete, cancel: texts.cancel }}
          onConfirm={() => {
            if (!isAsking) return
            deleted.current = { key: deletingKey, at: found.findIndex(({ key }) => key === deletingKey) }
            onDelete?.(deletingKey)
          }}
        />
      )}
    </nav>
  )
}
