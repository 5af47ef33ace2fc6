import { loadTexts } from '@org/languages'
import { lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router'
import type { RouteObject } from 'react-router'

/** A page whose code comes when it is shown; the nearest `Suspense` stands in for it. */
export interface LazyPage {
  (): React.ReactNode
  /** Fetches the code ahead: the page then shows at once. */
  preload: () => Promise<unknown>
}

/**
 * A page that fetches its own code. Unlike `React.lazy` alone it shows at once when that is there.
 *
 * @param catalogues files with the translations of its texts
 */
export function lazyPage(
  catalogues: string | readonly string[],
  load: () => Promise<ComponentType>,
): LazyPage {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const fetchPage = async () => {
    await Promise.all([catalogues].flat().map((catalogue) => loadTexts(catalogue)))
    return (loaded = await load())
  }
  const preload = () => (loading ??= fetchPage())
  const Awaited = lazy(async () => ({ default: await preload() }))

  function Page() {
    // The same one for as long as it is shown: another one would begin anew.
    const [Shown] = useState<ComponentType>(() => loaded ?? Awaited)
    return <Shown />
  }
  return Object.assign(Page, { preload })
}

/** Fetches the code of the page at an address. */
export async function preloadPage(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? []
  const pages = matches.map(({ route }) => route.Component).filter((component) => isLazyPage(component))
  await Promise.all(pages.map((page) => page.preload()))
}

function isLazyPage(component: unknown): component is LazyPage {
  return typeof component === 'function' && 'preload' in component
}
