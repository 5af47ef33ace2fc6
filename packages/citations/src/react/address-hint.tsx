import { memo, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Citation } from '../model.ts'
import classes from './answer.module.css'

interface AddressHintProps {
  /** The text whose citation controls and links are explained. */
  readonly within: RefObject<HTMLElement | null>
  readonly citations: readonly Citation[] | undefined
}

interface Destination {
  readonly number?: number
  readonly title: string
  readonly address: string | undefined
}

const EXPLAINED = 'button[data-refs], a[href]'
const MAX_SHOWN = 6
const MAX_ADDRESS = 300

/**
 * Shows where the control that is hovered, or focused by the keyboard, leads: titles and addresses of the sources
 * behind a citation, host and address of a link, whatever its text says. A finger neither hovers nor focuses: a tap
 * does what the control does, and nothing else.
 */
export const AddressHint = memo(function AddressHint({ within, citations }: AddressHintProps) {
  const id = useId()
  const hint = useRef<HTMLDivElement>(null)
  const [control, setControl] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const root = within.current
    if (root === null) return undefined
    const enter = (target: EventTarget | null) => {
      const found = target instanceof Element ? target.closest<HTMLElement>(EXPLAINED) : null
      if (found !== null) setControl(found)
    }
    const hover = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') enter(target)
    }
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) enter(target)
    }
    const leave = (event: MouseEvent | FocusEvent) => {
      const to = event.relatedTarget
      if (to instanceof Node && hint.current?.contains(to) === true) return
      setControl(null)
    }
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setControl(null)
    }
    root.addEventListener('pointerover', hover)
    root.addEventListener('focusin', focus)
    root.addEventListener('pointerout', leave)
    root.addEventListener('focusout', leave)
    document.addEventListener('keydown', dismiss)
    return () => {
      root.removeEventListener('pointerover', hover)
      root.removeEventListener('focusin', focus)
      root.removeEventListener('pointerout', leave)
      root.removeEventListener('focusout', leave)
      document.removeEventListener('keydown', dismiss)
    }
  }, [within])

  const destinations = control === null ? [] : destinationsOf(control, citations)
  const isShown = control !== null && destinations.length > 0

  useLayoutEffect(() => {
    if (control === null || !isShown) return undefined
    control.setAttribute('aria-describedby', id)
    return () => {
      control.removeAttribute('aria-describedby')
    }
  }, [control, isShown, id])

  useLayoutEffect(() => {
    const element = hint.current
    if (element === null || control === null) return
    // The top layer, where there is one: no ancestor then cuts the hint off or moves it.
    if (typeof element.showPopover === 'function' && !element.matches(':popover-open')) element.showPopover()
    place(element, control)
  })

  if (!isShown) return null
  return (
    <div
      ref={hint}
      id={id}
      role="tooltip"
      popover="manual"
      className={classes['hint']}
      onPointerLeave={() => {
        setControl(null)
      }}
    >
      {destinations.map(({ number, title, address }) => (
        <div key={number ?? title} className={classes['source']}>
          {number === undefined ? null : <span className={classes['number']}>{number}</span>}
          <span className={classes['title']}>{title}</span>
          {address === undefined || address === title ? null : (
            <span className={classes['address']}>{address}</span>
          )}
        </div>
      ))}
    </div>
  )
})

function destinationsOf(control: HTMLElement, citations: readonly Citation[] | undefined): Destination[] {
  if (control instanceof HTMLAnchorElement) {
    const address = control.href
    // The host as the browser will ask for it: letters of other scripts do not pass for Latin ones.
    return [{ title: control.host === '' ? address : control.host, address: readable(address) }]
  }
  const numbers = control.dataset['refs']?.split(',').map(Number) ?? []
  const sources = citations?.filter(({ number }) => numbers.includes(number)).slice(0, MAX_SHOWN) ?? []
  return sources.map(({ number, title, url }) => ({ number, title, address: url }))
}

function readable(address: string): string {
  return address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}…` : address
}

function place(hint: HTMLElement, control: HTMLElement): void {
  const anchor = control.getBoundingClientRect()
  const box = hint.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const left = Math.max(8, Math.min(anchor.left, innerWidth - box.width - 8))
  const isBelow = anchor.bottom + box.height + 8 < innerHeight || anchor.top < box.height + 8
  hint.style.left = `${left}px`
  hint.style.top = `${isBelow ? anchor.bottom : anchor.top - box.height}px`
}
