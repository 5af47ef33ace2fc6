import type { ReactNode } from 'react'
import list from './entry-list.module.css'

/** A table that scrolls sideways by itself on narrow screens. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={list.scroll} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
