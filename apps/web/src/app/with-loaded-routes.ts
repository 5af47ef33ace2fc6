import { matchRoutes } from 'react-router'
import type { RouteObject } from 'react-router'

/** The routes with the code of those at an address in place, so that a router shows them at once. */
export async function withLoadedRoutes(routes: RouteObject[], path: string): Promise<RouteObject[]> {
  const matches = matchRoutes(routes, path) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return
      const Component = await route.lazy.Component?.()
      if (Component === undefined) return
      route.Component = Component
      delete route.lazy
    }),
  )
  return routes
}
