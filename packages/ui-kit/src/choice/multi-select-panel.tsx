import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { type MultiSelectLabels, type MultiSelectOption, optionLabel } from './multi-select-model.ts'
import { usePlacement, type PopoverSide } from '../base/use-placement.ts'
import classes from './multi-select-panel.module.css'

/** Props of the open list of a multi-select. */
export interface MultiSelectPanelProps {
  id: string
  /** Element that the list is positioned beside. */
  anchorRef: RefObject<HTMLElement | null>
  side: PopoverSide
  label: string
  options: readonly MultiSelectOption[]
  chosen: readonly string[]
  onChosenChange: (chosen: readonly string[]) => void
  texts: MultiSelectLabels
}

/** The open list of a multi-select: search box, both shortcuts, options. */
export function MultiSelectPanel({
  id,
  anchorRef,
  side,
  label,
  options,
  chosen,
  onChosenChange,
  texts,
}: MultiSelectPanelProps) {
  const panelRef = useRef<HTMLDialogElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const [query, setQuery] = useState('')

  usePlacement(anchorRef, panelRef, side)

  useEffect(() => {
    searchRef.current?.focus({ preventScroll: true })
  }, [])

  const wanted = query.trim().toLocaleLowerCase()
  const shown = options.filter((option) => optionLabel(option).toLocaleLowerCase().includes(wanted))
  const shownValues = shown.map(({ value }) => value)

  const toggle = (value: string): void => {
    onChosenChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const boxes = [...(listRef.current?.querySelectorAll('input') ?? [])]
    const at = boxes.indexOf(event.currentTarget)
    if (event.key === 'Enter') {
      // Not the form's: this list may stand inside one.
      event.preventDefault()
      const value = at === -1 && shown.length === 1 ? shownValues[0] : shownValues[at]
      if (value !== undefined) toggle(value)
      return
    }
    const target = neighbour(event.key, at, boxes.length)
    if (target === undefined) return
    event.preventDefault()
    const next = target === -1 ? searchRef.current : boxes[target]
    next?.focus()
  }

  return (
    <dialog open ref={panelRef} id={id} aria-label={label} className={classes['panel']}>
      <div className={classes['search']}>
        <Search aria-hidden="true" />
        <input
          ref={searchRef}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes['shortcuts']}>
        <button type="button" onClick={() => onChosenChange([...new Set([...chosen, ...shownValues])])}>
          {texts.selectAll}
        </button>
        <button
          type="button"
          onClick={() => onChosenChange(chosen.filter((value) => !shownValues.includes(value)))}
        >
          {texts.selectNone}
        </button>
      </div>
      <ul ref={listRef} aria-label={label} className={classes['list']}>
        {shown.map((option) => (
          <li key={option.value} className={classes['option']}>
            <Checkbox
              label={optionLabel(option)}
              {...(option.description !== undefined && { description: option.description })}
              checked={chosen.includes(option.value)}
              onCheckedChange={() => toggle(option.value)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
      <output className={classes['none']}>{shown.length === 0 && texts.noMatches}</output>
    </dialog>
  )
}

// Returns the option index that a key moves to from index `at` of `count`; -1 is the search box.
function neighbour(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at === -1 ? count - 1 : at - 1
  // In the search box Home and End belong to the text.
  if (key === 'Home' && at !== -1) return 0
  if (key === 'End' && at !== -1) return count - 1
  return undefined
}
