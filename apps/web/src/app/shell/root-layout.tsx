import { Suspense, use, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useIsLate } from '@org/ui-kit'
import { paths } from '../paths.ts'
import { NavigationPending } from '../site-router.tsx'
import { Footer } from './footer.tsx'
import { AreaNavigation } from './header/area-navigation.tsx'
import { Header } from './header/header.tsx'
import { LateNotice } from './late-notice.tsx'
import { contentId } from './page.tsx'
import { PagePending } from './page-pending.tsx'
import classes from './root-layout.module.css'
import { shellTexts } from './shell.texts.ts'
import { useScrollPosition } from './use-scroll-position.ts'

/** The shell around every page. The chat fills the window's height; every other page scrolls. */
export function RootLayout() {
  const { pathname } = useLocation()
  const pending = use(NavigationPending)
  const isLate = useIsLate(pending)
  const fullHeight = pathname === paths.chat
  useContentFocus(pathname)
  return (
    <div className={classes.root} data-full-height={fullHeight}>
      <a className={classes.skip} href={`#${contentId}`}>
        {shellTexts.skipToContent}
      </a>
      <div className={classes.progress} data-pending={pending} aria-hidden="true" />
      {isLate && <LateNotice floating />}
      <Header />
      <AreaNavigation />
      <Suspense fallback={<PagePending />}>
        <Outlet />
        <ScrollPosition />
      </Suspense>
      <Footer compact={fullHeight} />
    </div>
  )
}

/** Beside the page, so that it waits for the page's code. */
function ScrollPosition() {
  useScrollPosition()
  return null
}

/** After a navigation the focus goes to the new page, unless the page has put it somewhere itself. */
function useContentFocus(pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const content = document.getElementById(contentId)
    if (content !== null && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  }, [pathname])
}
