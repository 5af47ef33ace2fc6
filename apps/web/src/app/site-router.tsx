import { createContext, useLayoutEffect, useState, useTransition } from 'react'
import type { ReactNode } from 'react'
import { Router } from 'react-router'
import type { SiteHistory } from '../shared/site-history.ts'

/** True while the code of the next page loads; the previous page stays visible meanwhile. */
export const NavigationPending = createContext(false)

/**
 * The router around the site. The declarative one: the guards and the lazy pages here need no more, and the other
 * weighs 19 KB more (gzip) on every page.
 */
export function SiteRouter({ history, children }: { history: SiteHistory; children: ReactNode }) {
  const [{ location, action }, show] = useState(() => ({
    location: history.location,
    action: history.action,
  }))
  const [isPending, startTransition] = useTransition()

  useLayoutEffect(
    () =>
      history.listen((update) => {
        startTransition(() => {
          show(update)
        })
      }),
    [history],
  )

  return (
    <NavigationPending value={isPending}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </NavigationPending>
  )
}
