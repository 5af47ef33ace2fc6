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
  /**
   * Width of the centred column: `text` for what is read line by line, `form` for fields and lists, `wide` for charts,
   * tables and panes beside each other, `full` for the whole window. @default 'text'
   */
  width?: 'text' | 'form' | 'wide' | 'full'
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
  width = 'text',
  noPadding = false,
}: PageProps) {
  return (
    <ViewTransition enter="page-enter" exit="page-exit" default="none">
      <main
        id={contentId}
        tabIndex={-1}
        className={classes.page}
        data-width={width}
        data-no-padding={noPadding}
      >
        <PageHead title={windowTitle} description={description} indexed={indexed} />
        {title !== undefined && <h1 className={classes.title}>{title}</h1>}
        {children}
      </main>
    </ViewTransition>
  )
}
