import { NavigationType, parsePath } from 'react-router'
import type { Location, To } from 'react-router'
import type { createBrowserHistory } from './router-history.ts'

/** A navigation that leaves what is on screen. */
export interface Leaving {
  from: Location<unknown>
  to: Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>
  /** Carries it out after all. */
  proceed: () => void
}

/** Says of a navigation whether it is held up. */
export type LeaveGuard = (leaving: Leaving) => boolean

type RouterHistory = ReturnType<typeof createBrowserHistory>

/** The site's way through its addresses. What is unsaved can hold a navigation up. */
export interface SiteHistory extends RouterHistory {
  /** Asks a guard about every navigation within the site, until the function given back is called. */
  guard: (guard: LeaveGuard) => () => void
}

/**
 * A history of the router with guards: for its links, for `navigate`, and for Back and Forward.
 *
 * @param history created with `v5Compat`, so that it notifies about its own navigations
 */
export function createSiteHistory(history: RouterHistory): SiteHistory {
  const guards = new Set<LeaveGuard>()
  let shown: Location<unknown> = history.location
  let isAgreed = false
  let isReturning = false

  const isHeldUp = (to: Leaving['to'], carryOut: () => void): boolean => {
    if (isAgreed) {
      isAgreed = false
      return false
    }
    const proceed = (): void => {
      isAgreed = true
      carryOut()
    }
    return [...guards].some((guard) => guard({ from: shown, to, proceed }))
  }
  const goTo = (to: To, state: unknown, carryOut: () => void): void => {
    const path = typeof to === 'string' ? parsePath(to) : to
    if (!isHeldUp({ pathname: shown.pathname, search: '', hash: '', ...path, state }, carryOut)) carryOut()
  }

  return {
    get action() {
      return history.action
    },
    get location() {
      return history.location
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => {
      history.go(delta)
    },
    push: (to, state: unknown) => {
      goTo(to, state, () => {
        history.push(to, state)
      })
    },
    replace: (to, state: unknown) => {
      goTo(to, state, () => {
        history.replace(to, state)
      })
    },
    listen: (listener) =>
      history.listen((update) => {
        const { action, location, delta } = update
        if (isReturning) {
          isReturning = false
          return
        }
        const isStep = action === NavigationType.Pop && delta !== null && delta !== 0
        if (isStep && isHeldUp(location, () => history.go(delta))) {
          // The browser is there already: it goes back until the person has agreed.
          isReturning = true
          history.go(-delta)
          return
        }
        shown = location
        listener(update)
      }),
    guard: (guard) => {
      guards.add(guard)
      return () => {
        guards.delete(guard)
      }
    },
  }
}
