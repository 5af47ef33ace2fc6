import { ChevronDown } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import {
  defaultMultiSelectLabels,
  type MultiSelectLabels,
  type MultiSelectOption,
} from './multi-select-model.ts'
import { lazyPart, useIdlePreload } from '../loading/lazy-part.tsx'
import type { MultiSelectPanelProps } from './multi-select-panel.tsx'
import { useControllable } from '../base/use-controllable.ts'
import { useDismiss } from '../base/use-dismiss.ts'
import type { PopoverSide } from '../base/use-placement.ts'
import classes from './multi-select.module.css'
import { type Given, withDefaults } from '../base/with-defaults.ts'

/** A choice of any number of options behind one button. */
export interface MultiSelectProps {
  /** Label, such as 'Authors': the text of the button and the name of the list. */
  label: string
  options: readonly MultiSelectOption[]
  /** The chosen values. */
  value?: readonly string[] | undefined
  /** @default [] */
  defaultValue?: readonly string[] | undefined
  onValueChange?: ((value: string[]) => void) | undefined
  /** @default false */
  disabled?: boolean | undefined
  /** Preferred side of the list. @default 'bottom' */
  side?: PopoverSide | undefined
  labels?: Given<MultiSelectLabels> | undefined
}

const nothing: readonly string[] = []

const MultiSelectPanel = /* @__PURE__ */ lazyPart<MultiSelectPanelProps>(
  async () => (await import('./multi-select-panel.tsx')).MultiSelectPanel,
)

/**
 * A checklist in a popover, with a search box, Select All and Select None, which hold for what the search shows.
 * The arrows, Home and End move between the search box and the options, Space and Enter choose; Escape, a press
 * outside and leaving with Tab close it.
 */
export function MultiSelect({
  label,
  options,
  value,
  defaultValue = nothing,
  onValueChange,
  disabled = false,
  side = 'bottom',
  labels,
}: MultiSelectProps) {
  const texts = withDefaults(defaultMultiSelectLabels, labels)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useControllable<readonly string[]>(value, defaultValue, (next) =>
    onValueChange?.([...next]),
  )
  const rootRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLButtonElement>(null)

  const dismiss = useCallback(
    (reason: 'escape' | 'outside') => {
      setOpen(false)
      if (reason === 'escape') triggerRef.current?.focus()
    },
    [setOpen],
  )
  useDismiss(open, rootRef, dismiss)
  useIdlePreload(MultiSelectPanel)

  return (
    <div ref={rootRef} className={classes['root']}>
      <button
        ref={triggerRef}
        type="button"
        className={classes['trigger']}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        aria-label={chosen.length > 0 ? `${label}, ${texts.selected(chosen.length)}` : undefined}
        data-limited={chosen.length > 0 || undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        {/* The stylesheet draws the count; the accessible name contains it in words. */}
        {chosen.length > 0 && <span className={classes['count']} data-count={chosen.length} />}
        <ChevronDown aria-hidden="true" />
      </button>
      {open && (
        <MultiSelectPanel
          id={id}
          anchorRef={triggerRef}
          side={side}
          label={label}
          options={options}
          chosen={chosen}
          onChosenChange={setChosen}
          texts={texts}
        />
      )}
    </div>
  )
}
