import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../controls/icon-button.tsx'
import classes from './branch-switcher.module.css'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** The texts of a branch switcher. */
export interface BranchSwitcherLabels {
  /** The name of the group. @default 'Versions' */
  versions: string
  /** @default 'Previous version' */
  previous: string
  /** @default 'Next version' */
  next: string
  /** Position for a screen reader. @default 'Version 2 of 3' */
  position: (index: number, count: number) => string
}

/** The versions of a message. */
export interface BranchSwitcherProps {
  /** Index of the version that is shown, from 0. */
  index: number
  count: number
  onIndexChange: (index: number) => void
  labels?: Given<BranchSwitcherLabels> | undefined
}

const defaultLabels: BranchSwitcherLabels = {
  versions: 'Versions',
  previous: 'Previous version',
  next: 'Next version',
  position: (index, count) => `Version ${index + 1} of ${count}`,
}

/** ‹ 2/3 ›: goes from one version of a message to another. */
export function BranchSwitcher({ index, count, onIndexChange, labels }: BranchSwitcherProps) {
  const texts = withDefaults(defaultLabels, labels)
  const go = (to: number): void => {
    if (to >= 0 && to < count) onIndexChange(to)
  }
  return (
    <fieldset aria-label={texts.versions} className={classes['switcher']}>
      <IconButton
        size="small"
        label={texts.previous}
        icon={<ChevronLeft />}
        // Not `disabled`: the button must not lose the focus at the first version.
        aria-disabled={index === 0}
        onClick={() => go(index - 1)}
      />
      <output aria-label={texts.position(index, count)} className={classes['position']}>
        {index + 1}/{count}
      </output>
      <IconButton
        size="small"
        label={texts.next}
        icon={<ChevronRight />}
        aria-disabled={index === count - 1}
        onClick={() => go(index + 1)}
      />
    </fieldset>
  )
}
