import { ArchiveRestore, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { Button } from '../../controls/button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { lazyPart } from '../../loading/lazy-part.tsx'
import type { ConversationRowMenuProps } from './conversation-row-menu.tsx'
import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'
import classes from './conversation-row.module.css'

/** Pins, archives and restores a conversation, as far as the list can. */
export interface RowMarks {
  onPin: ((pinned: boolean) => void) | undefined
  onArchive: ((archived: boolean) => void) | undefined
  /** Called when the menu of the row opens or closes. */
  onMenuChange: (open: boolean) => void
}

interface ConversationRowProps extends RowMarks {
  /** Identity in the list. */
  rowKey: string
  title: string
  pinned: boolean
  archived: boolean
  selected: boolean
  href: string | undefined
  renaming: boolean
  onSelect: () => void
  onRenamingChange: ((renaming: boolean) => void) | undefined
  onRename: (title: string) => void
  onDelete: (() => void) | undefined
  texts: ConversationSidebarLabels
}

const RowMenu = /* @__PURE__ */ lazyPart<ConversationRowMenuProps>(
  async () => (await import('./conversation-row-menu.tsx')).ConversationRowMenu,
  () => <IconButton size="small" label="…" icon={<Ellipsis />} disabled />,
)

/** One conversation of the list: its title, and what may be done with it. */
export function ConversationRow({ renaming, ...row }: ConversationRowProps) {
  const renameRef = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)

  useEffect(() => {
    // The form that had the focus is gone: it goes back to the button that opened the form.
    if (wasRenaming.current && !renaming) renameRef.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])

  if (renaming) return <RenameForm {...row} />
  const { rowKey, title, selected, href, onSelect, onRenamingChange, onDelete, texts } = row
  const shared = {
    className: classes['select'],
    'aria-current': selected ? ('page' as const) : undefined,
    dir: 'auto' as const,
    title,
    children: title,
  }
  return (
    <li className={classes['row']} data-key={rowKey} data-selected={selected || undefined}>
      {href === undefined ? (
        <button type="button" {...shared} onClick={onSelect} />
      ) : (
        <a
          {...shared}
          href={href}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onSelect()
          }}
        >
          {title}
        </a>
      )}
      <span className={classes['actions']}>
        <RowMarkActions {...row} />
        {onRenamingChange && (
          <IconButton
            ref={renameRef}
            size="small"
            label={texts.renameConversation(title)}
            icon={<Pencil />}
            onClick={() => onRenamingChange(true)}
          />
        )}
        {onDelete && (
          <IconButton
            size="small"
            variant="danger"
            label={texts.deleteConversation(title)}
            icon={<Trash2 />}
            onClick={onDelete}
          />
        )}
      </span>
    </li>
  )
}

function RowMarkActions({
  title,
  pinned,
  archived,
  onPin,
  onArchive,
  onMenuChange,
  texts,
}: Omit<ConversationRowProps, 'renaming'>) {
  if (archived) {
    return (
      onArchive && (
        <IconButton
          size="small"
          label={texts.restoreConversation(title)}
          icon={<ArchiveRestore />}
          onClick={() => onArchive(false)}
        />
      )
    )
  }
  if (onPin === undefined && onArchive === undefined) return null
  return (
    <RowMenu
      title={title}
      pinned={pinned}
      onPin={onPin}
      onArchive={onArchive && (() => onArchive(true))}
      onOpenChange={onMenuChange}
      texts={texts}
    />
  )
}

function RenameForm({ title, onRename, onRenamingChange, texts }: Omit<ConversationRowProps, 'renaming'>) {
  const inputRef = useRef<HTMLInputElement>(null)

  useEffect(() => {
    inputRef.current?.focus()
    inputRef.current?.select()
  }, [])

  return (
    <li className={classes['row']} data-renaming="">
      <form
        className={classes['rename']}
        onSubmit={(event) => {
          event.preventDefault()
          onRename(inputRef.current?.value ?? title)
          onRenamingChange?.(false)
        }}
      >
        <input
          ref={inputRef}
          aria-label={texts.title}
          defaultValue={title}
          dir="auto"
          autoComplete="off"
          onKeyDown={(event) => {
            // During IME composition keys belong to the composition; Safari reports keyCode 229 right after its end.
            const composes = event.nativeEvent.isComposing || event.keyCode === 229
            if (event.key === 'Escape' && !composes) onRenamingChange?.(false)
            if (event.key === 'Enter' && composes) event.preventDefault()
          }}
        />
        <span className={classes['renameActions']}>
          <Button type="submit" variant="primary" size="small">
            {texts.save}
          </Button>
          <Button variant="ghost" size="small" onClick={() => onRenamingChange?.(false)}>
            {texts.cancel}
          </Button>
        </span>
      </form>
    </li>
  )
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
