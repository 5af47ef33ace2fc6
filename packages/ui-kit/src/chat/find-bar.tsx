import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Spinner } from '../states/spinner.tsx'
import classes from './find-bar.module.css'
import { type Given, withDefaults } from '../base/with-defaults.ts'

/** The texts of the find bar. */
export interface FindBarLabels {
  /** @default 'Find in this conversation' */
  find: string
  /** @default 'Previous hit' */
  previous: string
  /** @default 'Next hit' */
  next: string
  /** @default 'Close' */
  close: string
  /** @default 'Searching…' */
  searching: string
  /** @default 'No hits' */
  none: string
  /** @default 'The search failed. Try again.' */
  failed: string
  /** @default '2 of 7' */
  position: (index: number, count: number) => string
}

/** A search within a conversation. */
export interface FindBarProps {
  query: string
  onQueryChange: (query: string) => void
  /** `idle` while nothing is asked for. */
  status: 'idle' | 'searching' | 'ready' | 'failed'
  count: number
  /** Index of the hit that is shown, from 0. */
  index: number
  onNext: () => void
  onPrevious: () => void
  onClose: () => void
  labels?: Given<FindBarLabels> | undefined
}

const defaultLabels: FindBarLabels = {
  find: 'Find in this conversation',
  previous: 'Previous hit',
  next: 'Next hit',
  close: 'Close',
  searching: 'Searching…',
  none: 'No hits',
  failed: 'The search failed. Try again.',
  position: (index, count) => `${index + 1} of ${count}`,
}

/** Find bar: Enter and Shift+Enter move between matches, Escape closes. */
export function FindBar({
  query,
  onQueryChange,
  onNext,
  onPrevious,
  onClose,
  labels,
  ...state
}: FindBarProps) {
  const texts = withDefaults(defaultLabels, labels)
  const inputRef = useRef<HTMLInputElement>(null)
  const { status, count, index } = state
  const none = count === 0

  useEffect(() => {
    inputRef.current?.focus()
    inputRef.current?.select()
  }, [])

  return (
    // The keys are those of the controls in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      className={classes['bar']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <input
        ref={inputRef}
        type="search"
        className={classes['input']}
        aria-label={texts.find}
        placeholder={texts.find}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQueryChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.shiftKey) onPrevious()
          else onNext()
        }}
      />
      {status === 'searching' && <Spinner />}
      <output className={classes['count']}>{describe(status, index, count, texts)}</output>
      <IconButton
        size="small"
        label={texts.previous}
        icon={<ChevronUp />}
        aria-disabled={none}
        onClick={() => !none && onPrevious()}
      />
      <IconButton
        size="small"
        label={texts.next}
        icon={<ChevronDown />}
        aria-disabled={none}
        onClick={() => !none && onNext()}
      />
      <IconButton size="small" label={texts.close} icon={<X />} onClick={onClose} />
    </search>
  )
}

function describe(
  status: FindBarProps['status'],
  index: number,
  count: number,
  texts: FindBarLabels,
): string {
  if (status === 'idle') return ''
  if (status === 'searching') return texts.searching
  if (status === 'failed') return texts.failed
  return count === 0 ? texts.none : texts.position(index, count)
}
