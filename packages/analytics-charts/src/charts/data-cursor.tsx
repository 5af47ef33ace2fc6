import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import frame from '../figure.module.css'

/** Properties of {@link DataCursor}. */
export interface DataCursorProps {
  /** Accessible name: the items and their direction. */
  label: string
  /** Number of items, at least 1. */
  count: number
  /** An item in words. */
  describe: (index: number) => string
  /** The item that is pointed at; null: none any more. */
  onMove: (index: number | null) => void
  /** Enter on an item. */
  onPick?: ((index: number) => void) | undefined
  /** True when the items are stacked vertically: the down arrow then moves to the next one. */
  vertical: boolean
}

/**
 * Keyboard and touch access to a chart's items: a slider over the chart, one step an item. As a real slider it works by
 * every key and gesture that a browser and a screen reader give sliders. Enter selects the item, Escape clears the selection.
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
