import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Citation } from '../model.ts'
import classes from './answer.module.css'

interface AddressHintProps {
  /** The citation control or link that is explained. */
  readonly control: HTMLElement
  readonly citations: readonly Citation[] | undefined
  /** Called by Escape, and when the pointer leaves the hint. */
  readonly onClose: () => void
}

interface Destination {
  readonly number?: number
  readonly title: string
  readonly address: string | undefined
  /** Publisher and heading of a citation's passage. */
  readonly origin?: string
  /** The quoted passage. */
  readonly quote?: string | undefined
}

const MAX_SHOWN = 6
const MAX_ADDRESS = 300

/**
 * Shows the target of a control: title, passage and address of a citation's sources, host and address of a link,
 * regardless of its text.
 */
export function AddressHint({ control, citations, onClose }: AddressHintProps) {
  const id = useId()
  const hint = useRef<HTMLDivElement>(null)
  const destinations = destinationsOf(control, citations)
  const isShown = destinations.length > 0

  const dismiss = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', dismiss)
    return () => {
      document.removeEventListener('keydown', dismiss)
    }
  }, [])

  useLayoutEffect(() => {
    if (!isShown) return undefined
    control.setAttribute('aria-describedby', id)
    return () => {
      control.removeAttribute('aria-describedby')
    }
  }, [control, isShown, id])

  useLayoutEffect(() => {
    const element = hint.current
    if (element === null) return
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
      onPointerLeave={onClose}
    >
      {destinations.map(({ number, title, address, origin, quote }) => (
        <div key={number ?? title} className={classes['source']}>
          {number === undefined ? null : <span className={classes['number']}>{number}</span>}
          <span className={classes['title']}>{title}</span>
          {origin ? <span className={classes['address']}>{origin}</span> : null}
          {quote === undefined ? null : (
            <q className={classes['quote']} dir="auto">
              {quote}
            </q>
          )}
          {address === undefined || address === title ? null : (
            <span className={classes['address']}>{address}</span>
          )}
        </div>
      ))}
    </div>
  )
}

function destinationsOf(control: HTMLElement, citations: readonly Citation[] | undefined): Destination[] {
  if (control instanceof HTMLAnchorElement) {
    const address = control.href
    // The host as the browser will ask for it: letters of other scripts do not pass for Latin ones.
    return [{ title: control.host === '' ? address : control.host, address: readable(address) }]
  }
  const numbers = control.dataset['refs']?.split(',').map(Number) ?? []
  const sources = citations?.filter(({ number }) => numbers.includes(number)).slice(0, MAX_SHOWN) ?? []
  return sources.map(({ number, title, url, heading, publisher, quote }) => ({
    number,
    title,
    address: url,
    origin: [publisher, heading].filter((part) => part !== undefined).join(' · '),
    quote,
  }))
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
