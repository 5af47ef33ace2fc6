import { ViewTransition } from 'react'
import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import type { PageHeadProps } from './page-head.tsx'
import classes from './page.module.css'

/** The id of the page's main element, where the skip link leads. */
export const contentId = 'content'

/** Props of the page wrapper. */
export interface PageProps extends Omit<PageHeadProps, 'title'> {
  children: ReactNode
  /** Shown as the top heading and in the window's title. */
  title?: string
  /** The window's title alone, where the page has no top heading. @default title */
  windowTitle?: string
  /** Takes the window's whole width in place of a narrow, centred column. @default false */
  fullWidth?: boolean
  /** Leaves the space around the content to the page. @default false */
  noPadding?: boolean
}

/**
 * The wrapper of every page: its title, its width and its motion (specification 1 section 2: 0.2 s, 8 px in,
 * 6 px out; none where the system asks for reduced motion).
 */
export function Page({
  children,
  title,
  windowTitle = title,
  description,
  indexed,
  fullWidth = false,
  noPadding = false,
}: PageProps) {
  return (
    <ViewTransition enter="page-enter" exit="page-exit" default="none">
      <main
        id={contentId}
        tabIndex={-1}
        className={classes.page}
        data-full-width={fullWidth}
        data-no-padding={noPadding}
      >
        <PageHead title={windowTitle} description={description} indexed={indexed} />
        {title !== undefined && <h1 className={classes.title}>{title}</h1>}
        {children}
      </main>
    </ViewTransition>
  )
}
