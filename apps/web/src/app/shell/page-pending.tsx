import { useIsLate } from '@org/ui-kit'
import { LateNotice } from './late-notice.tsx'
import { contentId } from './page.tsx'
import { PageHead } from './page-head.tsx'
import classes from './page.module.css'
import { shellTexts } from './shell.texts.ts'

/**
 * Keeps the shell in its place while the first page's code is on its way, or what it waits for. A wait that may never end
 * gets a way out.
 */
export function PagePending({ label = shellTexts.loading }: { label?: string }) {
  const isLate = useIsLate()
  return (
    <main id={contentId} tabIndex={-1} className={classes.page} aria-busy="true">
      <PageHead />
      <output className={classes.pending}>{label}</output>
      {isLate && <LateNotice />}
    </main>
  )
}
