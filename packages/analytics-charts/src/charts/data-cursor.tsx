import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import frame from '../figure.module.css'

/** Properties of {@link DataCursor}. */
export interface DataCursorProps {
  /** What it moves through, and how it stands: for a screen reader. */
  label: string
  /** How many items there are; at least one. */
  count: number
  /** An item in words. */
  describe: (index: number) => string
  /** The item that is pointed at; null: none any more. */
  onMove: (index: number | null) => void
  /** Enter on an item. */
  onPick?: ((index: number) => void) | undefined
  /** Whether the items stand one below the other, so that the arrow down goes on. */
  vertical: boolean
}

/**
 * What a mouse does by pointing, without one: a slider over the chart, each step an item. As a real slider it works by
 * every key and gesture that a browser and a screen reader give sliders. Enter picks the item, Escape lets go.
 */
export function DataCursor({ label, count, describe, onMove, onPick, vertical }: DataCursorProps) {
  const [moved, setMoved] = useState(0)
  const index = Math.min(moved, count - 1)
  const move = (to: number) => {
    const next = Math.min(Math.max(to, 0), count - 1)
    setMoved(next)
    onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') onPick?.(index)
    else if (event.key === 'Escape') onMove(null)
    else if (vertical && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      move(index + (event.key === 'ArrowDown' ? 1 : -1))
    }
  }
  return (
    <input
      type="range"
      className={frame['cursor']}
      min={0}
      max={count - 1}
      step={1}
      value={index}
      aria-label={label}
      aria-valuetext={describe(index)}
      onChange={(event) => {
        move(event.target.valueAsNumber)
      }}
      onKeyDown={onKeyDown}
      onFocus={() => {
        onMove(index)
      }}
      onBlur={() => {
        onMove(null)
      }}
    />
  )
}
