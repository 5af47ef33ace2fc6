import { Archive, ArrowLeft, ChevronDown, MessageSquarePlus, Search } from 'lucide-react'
import type { Ref } from 'react'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import { Button } from '../../controls/button.tsx'
import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'
import classes from './conversation-sidebar.module.css'

interface SidebarToggleProps {
  ref: Ref<HTMLButtonElement>
  /** Title of the selected conversation; null when none is. */
  title: string | null
  expanded: boolean
  panelId: string
  failed: boolean
  onToggle: () => void
  texts: ConversationSidebarLabels
}

/** Opens the dropdown of a narrow window; shows the selected conversation. */
export function SidebarToggle({
  ref,
  title,
  expanded,
  panelId,
  failed,
  onToggle,
  texts,
}: SidebarToggleProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes['toggle']}
      aria-expanded={expanded}
      aria-controls={panelId}
      onClick={onToggle}
    >
      <span className={classes['current']} title={title ?? undefined} dir="auto">
        {title ?? texts.conversations}
      </span>
      {failed && (
        <span className={classes['mark']}>
          <span aria-hidden="true">!</span>
          <VisuallyHidden>{texts.failed}</VisuallyHidden>
        </span>
      )}
      <ChevronDown aria-hidden="true" />
    </button>
  )
}

interface SidebarTopProps {
  createRef: Ref<HTMLButtonElement>
  searchRef: Ref<HTMLInputElement>
  query: string
  onQueryChange: (query: string) => void
  onCreate: () => void
  texts: ConversationSidebarLabels
}

/** The button for a new conversation and the search box. */
export function SidebarTop({ createRef, searchRef, query, onQueryChange, onCreate, texts }: SidebarTopProps) {
  return (
    <div className={classes['top']}>
      <Button
        ref={createRef}
        variant="primary"
        wide
        icon={<MessageSquarePlus aria-hidden="true" />}
        onClick={onCreate}
      >
        {texts.newConversation}
      </Button>
      <label className={classes['search']}>
        <Search aria-hidden="true" />
        <input
          ref={searchRef}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={query}
          onChange={(event) => onQueryChange(event.target.value)}
        />
      </label>
    </div>
  )
}

interface ArchiveSwitchProps {
  onArchivedChange: (archived: boolean) => void
  texts: ConversationSidebarLabels
}

/** Heading of the archive, and the button that leaves it. */
export function ArchiveHeading({ onArchivedChange, texts }: ArchiveSwitchProps) {
  return (
    <div className={classes['archiveHeading']}>
      <Button
        variant="ghost"
        size="small"
        icon={<ArrowLeft aria-hidden="true" className={classes['back']} />}
        onClick={() => onArchivedChange(false)}
      >
        {texts.leaveArchive}
      </Button>
      <p>{texts.archived}</p>
    </div>
  )
}

/** Opens the archive. */
export function ArchiveButton({ onArchivedChange, texts }: ArchiveSwitchProps) {
  return (
    <Button
      variant="ghost"
      size="small"
      wide
      icon={<Archive aria-hidden="true" />}
      className={classes['older']}
      onClick={() => onArchivedChange(true)}
    >
      {texts.archived}
    </Button>
  )
}
