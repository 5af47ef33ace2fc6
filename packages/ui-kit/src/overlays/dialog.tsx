import { X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import classes from './dialog.module.css'
import type { Given } from '../base/with-defaults.ts'

/** The texts of a dialog. */
export interface DialogLabels {
  /** @default 'Close' */
  close: string
}

/** A modal dialog that its parent opens and closes. */
export interface DialogProps {
  open: boolean
  /** Asks to be closed: by Escape, by the close button, by a click beside the dialog. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Stands under the title and describes the dialog. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end. */
  footer?: ReactNode
  /** @default 'medium' */
  size?: 'small' | 'medium' | 'large' | undefined
  /** True for a bottom sheet on narrow touch screens. @default false */
  sheet?: boolean | undefined
  /** True when it can be closed without a choice. @default true */
  dismissible?: boolean | undefined
  /** `alertdialog` for a question that needs an answer. @default 'dialog' */
  role?: 'dialog' | 'alertdialog' | undefined
  labels?: Given<DialogLabels> | undefined
}

/**
 * A modal dialog on the native `<dialog>`: the page behind is inert, Escape closes, and focus returns to where it
 * was. The focus starts on the element that has `data-autofocus`, else on the first one that can take it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  sheet = false,
  dismissible = true,
  role = 'dialog',
  labels,
}: DialogProps) {
  const id = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const pressedBeside = useRef(false)
  const isShown = useRef(false)

  // A layout effect ends before the element is removed: a dialog outside of the document returns no focus.
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!open || dialog === null) return undefined
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const unlock = lockScroll(document.documentElement)
    isShown.current = true
    return () => {
      isShown.current = false
      unlock()
      dialog.close()
    }
  }, [open])

  useEffect(() => {
    const reach = (): void => makeScrollable(bodyRef.current)
    reach()
    window.addEventListener('resize', reach)
    return () => {
      window.removeEventListener('resize', reach)
    }
  })

  return (
    // A click on the backdrop is a click on the dialog itself; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialogRef}
      role={role}
      className={classNames(classes['dialog'], classes[size], sheet && classes['sheet'])}
      aria-labelledby={`${id}-title`}
      {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onOpenChange(false)
      }}
      onClose={() => {
        // The browser may close the dialog without a second `cancel` event: the parent is notified here. The event of the
        // effect's own `close()` comes later: a page that is hidden for a while keeps its dialog.
        if (open && isShown.current && dialogRef.current?.open === false) onOpenChange(false)
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // A selection that is dragged out of the dialog must not close it.
        if (dismissible && pressedBeside.current && event.target === event.currentTarget) onOpenChange(false)
      }}
    >
      {open && (
        <div className={classes['frame']}>
          <header className={classes['header']}>
            <h2 id={`${id}-title`} className={classes['title']}>
              {title}
            </h2>
            {dismissible && (
              <IconButton label={labels?.close ?? 'Close'} icon={<X />} onClick={() => onOpenChange(false)} />
            )}
          </header>
          {(description !== undefined || children !== undefined) && (
            <div ref={bodyRef} className={classes['body']}>
              {description !== undefined && (
                <div id={`${id}-description`} className={classes['description']}>
                  {description}
                </div>
              )}
              {children}
            </div>
          )}
          {footer !== undefined && <footer className={classes['footer']}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

// A scrollable body without focusable content is made focusable, or no key could scroll it (WCAG 2.1.1).
function makeScrollable(body: HTMLElement | null): void {
  if (body === null) return
  const scrolls = body.scrollHeight > body.clientHeight
  if (scrolls && body.querySelector('a[href], button, input, select, textarea, [tabindex]') === null)
    body.tabIndex = 0
  else body.removeAttribute('tabindex')
}

// Keeps the page behind from scrolling, without the jump where a scrollbar took up room.
function lockScroll(root: HTMLElement): () => void {
  const { overflow, scrollbarGutter } = root.style
  const hadScrollbar = window.innerWidth > root.clientWidth
  root.style.overflow = 'hidden'
  if (hadScrollbar) root.style.scrollbarGutter = 'stable'
  return () => {
    root.style.overflow = overflow
    root.style.scrollbarGutter = scrollbarGutter
  }
}
