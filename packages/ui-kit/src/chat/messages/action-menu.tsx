import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import { useDismiss } from '../../base/use-dismiss.ts'
import classes from './action-menu.module.css'

/** One thing to do. */
export interface MenuAction {
  /** Told apart by it. */
  id: string
  label: string
  icon?: ReactNode
  onSelect: () => void
}

/** A menu of actions behind an icon. */
export interface ActionMenuProps {
  /** The name of the button and of the menu. */
  label: string
  icon: ReactNode
  actions: readonly MenuAction[]
  /** Called when the menu opens or closes. */
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** A menu: arrows, Home, End and first letters move in it, Escape and Tab leave it, and the focus returns to its button. */
export function ActionMenu({ label, icon, actions, onOpenChange }: ActionMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const rootRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const close = useCallback((reason: 'escape' | 'outside') => {
    setOpen(false)
    if (reason === 'escape') buttonRef.current?.focus()
  }, [])
  useDismiss(open, rootRef, close)
  const notify = useEffectEvent((isOpen: boolean) => onOpenChange?.(isOpen))
  useEffect(() => {
    if (!open) return undefined
    notify(true)
    return () => notify(false)
  }, [open])

  return (
    <div ref={rootRef} className={classes['root']}>
      <IconButton
        ref={buttonRef}
        size="small"
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && <Menu id={id} label={label} actions={actions} onClose={() => close('escape')} />}
    </div>
  )
}

interface MenuProps {
  id: string
  label: string
  actions: readonly MenuAction[]
  onClose: () => void
}

function Menu({ id, label, actions, onClose }: MenuProps) {
  const menuRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    menuRef.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menuRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = target(event.key, at, items)
    if (event.key === 'Tab') onClose()
    if (to === undefined) return
    event.preventDefault()
    items.at(to)?.focus()
  }
  return (
    <div
      ref={menuRef}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={classes['menu']}
      onKeyDown={onKeyDown}
    >
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes['item']}
          onClick={() => {
            onClose()
            action.onSelect()
          }}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
    </div>
  )
}

/** The place of the item that a key leads to; undefined when it leads to none. */
function target(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % items.length
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  if (key.length !== 1 || key === ' ') return undefined
  const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const found = rest.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
  return found === undefined ? undefined : items.indexOf(found)
}
