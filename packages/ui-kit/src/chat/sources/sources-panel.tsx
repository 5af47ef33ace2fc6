import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import { withDefaults } from '../../base/with-defaults.ts'
import type { SourcesDialogProps } from './sources-dialog.tsx'
import classes from './sources-panel.module.css'
import { defaultSourcesLabels, SourcesTable } from './sources-table.tsx'

const noneChosen: readonly number[] = []

/**
 * Side panel with the sources of an answer, for wide screens: a non-modal dialog, so that the answer stays readable and
 * usable beside it. It takes the focus when it opens and for each new choice; Escape closes it, and the focus returns to
 * the control that opened it. Renders nothing while closed.
 */
export function SourcesPanel({
  open,
  onOpenChange,
  sources,
  chosen = noneChosen,
  cited,
  labels,
}: SourcesDialogProps) {
  const texts = withDefaults(defaultSourcesLabels, labels)
  const id = useId()
  const panelRef = useRef<HTMLDialogElement>(null)
  const openerRef = useRef<Element>(null)

  const takeFocus = useEffectEvent((numbers: readonly number[]) => {
    const panel = panelRef.current
    if (panel === null) return
    const active = document.activeElement
    if (!panel.contains(active)) openerRef.current = active
    panel.focus({ preventScroll: true })
    if (numbers.length > 0) panel.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  })
  useEffect(() => {
    // Each press of a marker creates a new list of numbers.
    if (open) takeFocus(chosen)
  }, [open, chosen])

  const close = (): void => {
    onOpenChange(false)
    const opener = openerRef.current
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  }
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape also stops a running answer: only the panel closes.
    event.stopPropagation()
    close()
  })
  useEffect(() => {
    const panel = panelRef.current
    if (!open || panel === null) return undefined
    panel.addEventListener('keydown', closeByKey)
    return () => {
      panel.removeEventListener('keydown', closeByKey)
    }
  }, [open])

  if (!open) return null
  return (
    <dialog ref={panelRef} open aria-labelledby={`${id}-title`} tabIndex={-1} className={classes['panel']}>
      <header className={classes['header']}>
        <h2 id={`${id}-title`}>{texts.title}</h2>
        <IconButton label={texts.close} icon={<X />} onClick={close} />
      </header>
      {/* A scroll container must be focusable, or keyboard users cannot scroll it (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['body']} tabIndex={0}>
        <SourcesTable sources={sources} chosen={chosen} cited={cited} labels={texts} />
      </div>
    </dialog>
  )
}
